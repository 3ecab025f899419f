/**
 * What is asked of a run: that it is one of these commands, that it says what its exit codes say, and
 * that a rerun ends alike.
 *
 * Commands need not be deterministic. Where a rerun differs, a second one tells which it is: two reruns
 * that agree contradict the claim, two that differ say nothing about it. A limit that the job names is an
 * end like any other: who says that a command ended contradicts a rerun that exceeds it.
 */
import { sha256Hex } from "../../canonical/hash.ts";
import type { NamedCheck } from "../named-check.ts";
import { openStep, step } from "../step.ts";
import type { RunCommand } from "./run.ts";
import { type ClaimedRuns, NO_EXIT_CODE, type Rerun, type RunEnd } from "./run-facts.ts";

export const RUN_STEPS = [
  "commands_match",
  "status_consistent",
  "exit_codes_match",
  "output_hashes_match",
  "previews_match",
] as const;

export interface Reruns {
  /** Null: there was none. */
  readonly first: readonly Rerun[] | null;
  readonly second: readonly Rerun[];
}

export function runSteps(
  commands: readonly RunCommand[],
  claimed: ClaimedRuns,
  reruns: Reruns,
): readonly NamedCheck[] {
  return [
    step("commands_match", commandProblem(commands, claimed)),
    statusStep(commands, claimed, reruns),
    comparison("exit_codes_match", claimed, reruns, ({ exitCode }) => `${exitCode}`),
    comparison("output_hashes_match", claimed, reruns, outputsOf),
    previewStep(claimed, reruns),
  ];
}

/** All of them in order, or up to one that failed and was to end the run. */
function commandProblem(
  commands: readonly RunCommand[],
  { runs, status }: ClaimedRuns,
): string | null {
  if (runs.length > commands.length) return `${runs.length} runs of ${commands.length} commands`;
  for (const [at, { cmdSha256, exitCode }] of runs.entries()) {
    const command = commands[at];
    if (command === undefined || sha256Hex(command.cmd) !== cmdSha256) {
      return `run ${at + 1} is of another command`;
    }
    const isLast = at === runs.length - 1;
    // What does not end by itself ends the run, whatever was to happen after a failure.
    const isFatal = exitCode === NO_EXIT_CODE || !command.continueOnFail;
    const endsHere = exitCode !== 0 && isFatal;
    if (endsHere && !isLast) return `it went on after command ${at + 1} failed`;
    if (isLast && (endsHere || runs.length === commands.length)) return null;
  }
  // What did not run through is judged by its status.
  if (isUnfinished(status)) return null;
  return `command ${runs.length + 1} was not run`;
}

function isUnfinished(status: ClaimedRuns["status"]): boolean {
  return status !== "success" && status !== "failed";
}

function statusStep(
  commands: readonly RunCommand[],
  { runs, status }: ClaimedRuns,
  { first }: Reruns,
): NamedCheck {
  const name = "status_consistent";
  if (status === "timeout") return timeoutStep(runs, first);
  if (isUnfinished(status)) {
    const isKnown = first !== null && !first.includes(null);
    if (!isKnown) return openStep(name, `${status}, and no rerun came to an end`);
    return step(name, `${status}: the commands were not run to their end`);
  }
  const failed = runs.findIndex(({ exitCode }) => exitCode !== 0);
  if (status === "failed") return step(name, failed < 0 ? "failed, but no command did" : null);
  if (failed >= 0) return step(name, `success, but command ${failed + 1} failed`);
  return step(name, runs.length === commands.length ? null : "success, but not all commands ran");
}

function outputsOf({ stdoutSha256, stderrSha256 }: RunEnd): string {
  return `${stdoutSha256} ${stderrSha256}`;
}

/** Of what was printed alike: there is no other way to tell what the text must be. */
function previewStep({ runs }: ClaimedRuns, { first }: Reruns): NamedCheck {
  const name = "previews_match";
  if (first === null) return openStep(name, "not run again");
  const wrong = runs.findIndex((run, at) => {
    const rerun = first[at] ?? null;
    if (rerun === null || "exceeds" in rerun) return false;
    return rerun.previewDiffers && outputsOf(rerun) === outputsOf(run);
  });
  return step(name, wrong < 0 ? null : `what is shown of command ${wrong + 1} was not printed`);
}

/** A command may be what never ends. It is named by the last run, and found by a rerun. */
function timeoutStep(runs: ClaimedRuns["runs"], first: Reruns["first"]): NamedCheck {
  const name = "status_consistent";
  const at = runs.length - 1;
  if (runs[at]?.exitCode !== NO_EXIT_CODE) return step(name, "timeout, but no command took long");
  const rerun = first?.[at] ?? null;
  if (rerun === null) return openStep(name, "timeout, and no rerun came to an end");
  const isReproduced = "exceeds" in rerun && rerun.exceeds === "timeout_secs";
  return step(name, isReproduced ? null : `timeout, but command ${at + 1} ends in time`);
}

function comparison(
  name: string,
  { runs }: ClaimedRuns,
  { first, second }: Reruns,
  factOf: (run: RunEnd) => string,
): NamedCheck {
  const rerunFact = (end: NonNullable<Rerun>): string =>
    "exceeds" in end ? `exceeds ${end.exceeds}` : factOf(end);
  if (first === null) return openStep(name, "not run again");
  for (const [at, run] of runs.entries()) {
    const rerun = first[at] ?? null;
    if (rerun === null) return openStep(name, `command ${at + 1} did not end when run again`);
    const isLimit = "exceeds" in rerun;
    if (isLimit ? run.exitCode === NO_EXIT_CODE : factOf(rerun) === factOf(run)) continue;
    // A rerun has more time than the job names, and takes all of it.
    const isTime = isLimit && rerun.exceeds === "timeout_secs";
    const again = isTime ? rerun : (second[at] ?? null);
    if (again === null) return openStep(name, `command ${at + 1} differs, and was rerun once`);
    return rerunFact(again) === rerunFact(rerun)
      ? step(name, `command ${at + 1} ends otherwise in two reruns`)
      : openStep(name, `command ${at + 1} ends otherwise each time`);
  }
  return step(name, null);
}
