/**
 * `oa.patch_gen.v1` without a model: the rules of `fix` try to repair what makes the commands fail.
 *
 * A repair is tried in a layer that is thrown away, together with all commands of the request. The one
 * that works is then applied alone, and the difference it makes is the patch.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { type JsonObject, NO_EXIT_CODE, type PatchCheck } from "@bazaar/kernel";
import { CHECK_LIMITS, type Run } from "@bazaar/work";
import { rulesSolver } from "../../solvers/rules/rules-solver.ts";
import type { PlaceSettings } from "../job-sandbox.ts";
import { WorkPlace } from "../work-place.ts";
import { type Assignment, failed, type JobRequest, type Worked } from "../worker.ts";
import { commandResult, exitCodeOf } from "./command-result.ts";
import { errorLine } from "./error-line.ts";
import { PatchTools } from "./patch-tools.ts";
import { type Taken, takenPatch } from "./taken-patch.ts";

export interface Asked {
  readonly check: PatchCheck;
  /** The test command, then the verification commands: all must succeed. */
  readonly commands: readonly string[];
  readonly subdir: string;
}

export async function patchJob(assignment: Assignment, settings: PlaceSettings): Promise<Worked> {
  const asked = askedOf(assignment.job);
  if (typeof asked === "string") return failed(asked);
  const opened = await WorkPlace.open(assignment, settings, CHECK_LIMITS);
  if (typeof opened === "string") return failed(opened);
  await using place = opened;
  const directory = join(place.repository, asked.subdir);
  const needs = { assignment, place, directory, ...asked };
  const before = await runAll(needs);
  const red = before.findIndex(({ exitCode }) => exitCode !== 0);
  if (red < 0) return failed("every command succeeds before any patch");
  const tools = new PatchTools(needs, red, before);
  await rulesSolver().solve(tools.now(), tools);
  const { fix } = tools;
  if (fix === null) return failed(tools.problem());
  await place.run({ text: fix.shell, directory });
  const taken = await takenPatch(place, asked.check);
  if ("problem" in taken) return failed(taken.problem);
  const after = await runAll(needs);
  const left = after.find(({ exitCode }) => exitCode !== 0);
  // The trial had what the repair makes elsewhere, such as a directory in the home. A patch has not.
  if (left !== undefined) {
    return failed(`the changed files alone do not repair this: ${errorLine(left.output)}`);
  }
  const failedBefore = before.filter(({ exitCode }) => exitCode !== 0).length;
  assignment.recorder.verified(asked.commands, after.map(exitCodeOf), failedBefore);
  return { is: "done", payload: payloadOf(taken, asked, after), replay: null };
}

export interface PatchNeeds extends Asked {
  readonly assignment: Assignment;
  readonly place: WorkPlace;
  readonly directory: string;
}

/** Every command on top of what is there, each from the same state. */
async function runAll({ assignment, place, directory, commands }: PatchNeeds): Promise<Run[]> {
  const ran: Run[] = [];
  for (const text of commands) {
    const run = () => place.rehearse({ text, directory });
    ran.push(await assignment.recorder.tool("Bash", { command: text }, run));
  }
  return ran;
}

function payloadOf(
  { patch, changes }: Extract<Taken, { patch: string }>,
  { commands }: Asked,
  after: readonly Run[],
): JsonObject {
  const sum = (counts: readonly (number | null)[]): bigint =>
    BigInt(counts.reduce<number>((all, count) => all + (count ?? 0), 0));
  const [test, ...others] = after;
  return {
    status: "success",
    patch,
    patch_sha256: createHash("sha256").update(patch).digest("hex"),
    verification: {
      applies_cleanly: true,
      test_exit_code: BigInt(test === undefined ? NO_EXIT_CODE : exitCodeOf(test)),
      files_changed: BigInt(changes.length),
      additions: sum(changes.map(({ additions }) => additions)),
      deletions: sum(changes.map(({ deletions }) => deletions)),
      verification_results: others.map((run, at) => commandResult(commands[at + 1] ?? "", run)),
    },
  };
}

/** What a result must pass; why it cannot be done, as text. */
export function askedOf({ checks, payload: { subdir = null } }: JobRequest): Asked | string {
  const check = checks.find(({ method }) => method === "patch");
  if (check?.method !== "patch") return "the job has no check of a patch";
  const { commands } = check;
  if (typeof subdir !== "string") return { check, commands, subdir: "" };
  const isInside = !subdir.startsWith("/") && !subdir.split("/").includes("..");
  return isInside ? { check, commands, subdir } : "subdir is not a directory of the repository";
}
