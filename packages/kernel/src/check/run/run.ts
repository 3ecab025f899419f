/**
 * Commands that were run for someone: the result says how each ended, with the hashes of what it wrote.
 * A command that fails is not a failure of whoever ran it.
 *
 * The evidence is what the result claims, and how the commands ended when they were run again.
 */
import { isJsonArray, type JsonObject } from "../../canonical/json.ts";
import { jobRepository } from "../../job/job-repository.ts";
import type { CheckKind } from "../check-kind.ts";
import { type NamedCheck, verdictOf } from "../named-check.ts";
import { jobPayload } from "../rerun.ts";
import { openStep, step } from "../step.ts";
import { MAX_RUN_COMMANDS, readClaimedRuns, readReruns } from "./run-facts.ts";
import { RUN_STEPS, runSteps } from "./run-steps.ts";

export interface RunCommand {
  readonly cmd: string;
  /** Whether the next command is run if this one fails. */
  readonly continueOnFail: boolean;
}

export interface RunCheck {
  readonly method: "run";
  readonly commands: readonly RunCommand[];
}

const MAX_COMMAND = 10_000;
/** The claim and two reruns, of which no more are read than there can be commands. */
const STEPS_TO_READ = 200_000;
/** For each character of a command, which may be three bytes. */
const STEPS_TO_HASH = 4;

export const run: CheckKind<RunCheck> = {
  method: "run",
  documentMethod: "run",
  replays(_, work) {
    const payload = jobPayload(work);
    if (payload === null || !isJsonArray(payload.commands)) return false;
    // Commands may need no files.
    return jobRepository(work.spec) !== "invalid";
  },
  decidedBy: "claimed",
  read: (read) => ({
    method: "run",
    commands: read.array("commands", { min: 1, max: MAX_RUN_COMMANDS }, (items, at) => {
      const item = items.object(at);
      return {
        cmd: item.string("cmd", { min: 1, max: MAX_COMMAND }),
        continueOnFail: item.boolean("continue_on_fail"),
      };
    }),
  }),
  json: ({ method, commands }) => ({
    method,
    commands: commands.map(({ cmd, continueOnFail }) => ({
      cmd,
      continue_on_fail: continueOnFail,
    })),
  }),
  judge: (check, evidence) => verdictOf(named(check, evidence)),
  named,
  cost: ({ commands }) =>
    STEPS_TO_READ + commands.reduce((sum, { cmd }) => sum + cmd.length * STEPS_TO_HASH, 0),
  isSupported: ({ claimed }) => claimed !== undefined,
  words: ({ commands }) => `a true report of ${commands.length} commands`,
  rule: ({ commands }) =>
    `the result says truly how the ${commands.length} commands in entry 0 end, as a rerun shows`,
};

function named({ commands }: RunCheck, evidence: JsonObject): readonly NamedCheck[] {
  const { claimed, rerun, rerun_again: again } = evidence;
  const open = (because: string) => RUN_STEPS.map((name) => openStep(name, because));
  if (claimed === undefined) return [openStep("schema_valid", "no result"), ...open("no result")];
  const read = readClaimedRuns(claimed);
  if ("problem" in read) {
    return [
      step("schema_valid", `${read.field}: ${read.problem}`),
      ...open("the result is not valid"),
    ];
  }
  const first = rerun === undefined ? null : readReruns(rerun);
  return [
    step("schema_valid", null),
    ...runSteps(commands, read, { first, second: readReruns(again) }),
  ];
}
