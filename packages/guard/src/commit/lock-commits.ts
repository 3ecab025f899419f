/** One commit, recovery or undo at a time in one state directory. */
import { join } from "node:path";
import { holdLock } from "../disk/hold-lock.ts";
import { makePrivatePath } from "../disk/private-path.ts";
import { systemTool } from "../system-tool.ts";
import { type CommitResult, done, refused } from "./refusal.ts";

const WAIT_SECONDS = 5;

export async function lockCommits(
  stateDirectory: string,
  locker: string | null = systemTool("flock"),
): Promise<CommitResult<AsyncDisposable>> {
  if (locker === null) return refused({ code: "no_lock", problem: "flock is not installed" });
  const foreign = makePrivatePath(stateDirectory);
  if (foreign !== null) return refused({ code: "state_not_private", directory: foreign });
  const path = join(stateDirectory, "commit.lock");
  const held = await holdLock(path, { waitSeconds: WAIT_SECONDS, locker });
  if (held.is === "taken") return refused({ code: "busy", stateDirectory });
  if (held.is === "impossible") return refused({ code: "no_lock", problem: held.problem });
  return done(held.lock);
}
