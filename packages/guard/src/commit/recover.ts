/** Finishes or rolls back what a crash interrupted. Called at the start of every run; idempotent. */
import type { OnStep } from "../disk/on-step.ts";
import { holdCommits } from "./hold-commits.ts";
import type { Recovered } from "./recover-all.ts";
import { type CommitResult, done } from "./refusal.ts";

export function recover(
  stateDirectory: string,
  { onStep = () => undefined }: { readonly onStep?: OnStep } = {},
): Promise<CommitResult<readonly Recovered[]>> {
  return holdCommits(stateDirectory, onStep, (_mover, recovered) => done(recovered));
}
