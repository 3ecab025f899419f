/**
 * `oa.patch_gen.v1` without a model: the rules of `fix` try to repair what makes the commands fail.
 *
 * A repair is tried in a layer that is thrown away, together with all commands of the request. The one
 * that works is then applied alone, and the difference it makes is the patch.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { fields, type JsonObject } from "@bazaar/kernel";
import { CHECK_LIMITS, type Run } from "@bazaar/work";
import { rulesSolver } from "../../solvers/rules/rules-solver.ts";
import type { PlaceSettings } from "../job-sandbox.ts";
import { WorkPlace } from "../work-place.ts";
import { type Assignment, failed, type Worked } from "../worker.ts";
import { PatchTools } from "./patch-tools.ts";
import { commandResult, exitCodeOf } from "./previewed-run.ts";
import { type Taken, takenPatch } from "./taken-patch.ts";

const MAX_COMMANDS = 10;
const MAX_TEXT = 10_000;

export interface Asked {
  /** The test command, then the verification commands: all must succeed. */
  readonly commands: readonly string[];
  readonly subdir: string;
}

export async function patchJob(assignment: Assignment, settings: PlaceSettings): Promise<Worked> {
  const asked = readAsked(assignment.job.payload);
  if (asked === null || assignment.repository === null) return failed("the request cannot be read");
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
  if (fix === null) return failed(`no rule knows how to repair this: ${tools.failure()}`);
  await place.run({ text: fix.shell, directory });
  const taken = await takenPatch(place, assignment.job.checks);
  if ("problem" in taken) return failed(taken.problem);
  const after = await runAll(needs);
  const left = after.find(({ exitCode }) => exitCode !== 0);
  if (left !== undefined) return failed("the repair did not work a second time");
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
      test_exit_code: BigInt(test === undefined ? -1 : exitCodeOf(test)),
      files_changed: BigInt(changes.length),
      additions: sum(changes.map(({ additions }) => additions)),
      deletions: sum(changes.map(({ deletions }) => deletions)),
      verification_results: others.map((run, at) => commandResult(commands[at + 1] ?? "", run)),
    },
  };
}

function readAsked(payload: JsonObject): Asked | null {
  const read = fields(payload, "payload");
  const test = read.string("test_command", { min: 1, max: MAX_TEXT });
  const others = read.array("verification_commands", { max: MAX_COMMANDS }, (items, at) =>
    items.string(at, { min: 1, max: MAX_TEXT }),
  );
  const subdir = read.optional("subdir", (name) => read.string(name, { max: MAX_TEXT })) ?? "";
  if (read.problem !== null || subdir.startsWith("/") || subdir.split("/").includes(".."))
    return null;
  return { commands: [test, ...others], subdir };
}
