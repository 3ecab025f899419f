/**
 * One commit, recovery or undo at a time in one state directory.
 *
 * The lock is the kernel's, held by the program `flock` for as long as our end of its standard
 * input is open. However we end, it ends too: no lock is ever left behind.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { systemTool } from "../jail/system-tool.ts";
import { notOursAlone } from "../not-ours-alone.ts";
import { type CommitResult, done, refused } from "./refusal.ts";

const WAIT_SECONDS = 5;
const TAKEN = 75;

export async function lockCommits(
  stateDirectory: string,
  locker: string | null = systemTool("flock"),
): Promise<CommitResult<AsyncDisposable>> {
  if (locker === null) return refused({ code: "no_lock", problem: "flock is not installed" });
  mkdirSync(stateDirectory, { recursive: true, mode: 0o700 });
  const foreign = notOursAlone(stateDirectory);
  if (foreign !== null) return refused({ code: "state_not_private", directory: foreign });
  const limits = [
    "--exclusive",
    "--no-fork",
    "--wait",
    `${WAIT_SECONDS}`,
    "--conflict-exit-code",
    `${TAKEN}`,
  ];
  const hold = ["/bin/sh", "-c", "echo held; read -r _"];
  const args = [...limits, join(stateDirectory, "commit.lock"), ...hold];
  const holder = spawn(locker, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(holder, "close") as Promise<[number | null]>;
  const [said] = await Promise.race([once(holder.stdout, "data"), ended]);
  if (!Buffer.isBuffer(said)) {
    if (said === TAKEN) return refused({ code: "busy", stateDirectory });
    return refused({ code: "no_lock", problem: `flock ended with ${said}` });
  }
  const lock: AsyncDisposable = {
    async [Symbol.asyncDispose]() {
      holder.stdin.end();
      await ended;
    },
  };
  return done(lock);
}
