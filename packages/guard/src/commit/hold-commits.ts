/** One user of a state directory's commits at a time, after what a crash interrupted is in order. */
import { Directories } from "../disk/directories.ts";
import type { OnStep } from "../disk/on-step.ts";
import { lockCommits } from "./lock-commits.ts";
import { Mover } from "./mover.ts";
import { type Recovered, recoverAll } from "./recover-all.ts";
import type { CommitResult } from "./refusal.ts";

export async function holdCommits<T>(
  stateDirectory: string,
  onStep: OnStep,
  use: (
    mover: Mover,
    recovered: readonly Recovered[],
  ) => CommitResult<T> | Promise<CommitResult<T>>,
): Promise<CommitResult<T>> {
  const lock = await lockCommits(stateDirectory);
  if (!lock.ok) return lock;
  await using _held = lock.value;
  using directories = new Directories();
  const mover = new Mover(directories, onStep);
  const recovered = await recoverAll(mover, stateDirectory);
  directories.forget();
  return await use(mover, recovered);
}
