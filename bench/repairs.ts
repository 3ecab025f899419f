/**
 * How often `fix` helps: situations written by someone who has not read the rules, each without a
 * terminal, inside `bash -c` and on a terminal, and the same with thefuck.
 */
import { buildCli } from "../apps/cli/build-cli.ts";
import { provide, thisMachine } from "../tools/runner/system-needs.ts";
import {
  type Contestant,
  FIX_BASH,
  FIX_TERMINAL,
  FIX_YES,
  THEFUCK,
} from "./repairs/contestants.ts";
import { judged, type Result } from "./repairs/judge.ts";
import { ownSituations, type Situation, situationsIn } from "./repairs/situation.ts";
import { canStage, isThere } from "./repairs/stage.ts";
import { tableOf, wordsOf } from "./repairs/table.ts";

export interface RepairsOptions {
  /** Another file of situations. */
  readonly from?: string;
  /** Ids or ecosystems. */
  readonly only?: readonly string[];
  /** Whether every outcome is printed. */
  readonly list?: boolean;
}

/** At once; each has its own home, network and processes. */
const LANES = 2;
const THEFUCK_NEED = {
  command: "thefuck",
  aptPackage: "thefuck",
  why: "repairs are compared with it",
};

export async function benchRepairs({ from, only, list = false }: RepairsOptions): Promise<void> {
  const say = (line: string): void => console.log(line);
  if (!canStage()) {
    say("skipped: it needs root, unshare, nsenter and ip to take the network away from commands");
    return;
  }
  await buildCli();
  provide([THEFUCK_NEED], thisMachine(say));
  const all = from === undefined ? ownSituations() : situationsIn(from);
  const chosen = all.filter(({ id, ecosystem }) => isAsked([id, ecosystem], only));
  const here = chosen.filter((situation) => missingFor(situation).length === 0);
  for (const situation of chosen) {
    const missing = missingFor(situation);
    if (missing.length > 0) say(`skipped ${situation.id}: needs ${missing.join(", ")}`);
  }
  const contestants = [FIX_YES, FIX_BASH, FIX_TERMINAL, ...(isThere("thefuck") ? [THEFUCK] : [])];
  if (!contestants.includes(THEFUCK)) say("skipped thefuck: it is not installed");
  const results = await judgeAll(here, contestants, showProgress);
  const isShown = ({ outcome }: Result): boolean =>
    list || outcome === "wrong" || outcome === "harmful" || outcome === "invalid";
  for (const result of results.filter(isShown)) say(wordsOf(result));
  say(
    tableOf(
      results,
      contestants.map(({ name }) => name),
    ),
  );
}

function isAsked(names: readonly string[], only: readonly string[] | undefined): boolean {
  return only === undefined || only.some((name) => names.includes(name));
}

function missingFor({ programs }: Situation): readonly string[] {
  return programs.filter((program) => !isThere(program));
}

function showProgress(done: number, of: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${of}${done === of ? "\n" : ""}`);
}

/** In the order of the situations. */
async function judgeAll(
  situations: readonly Situation[],
  contestants: readonly Contestant[],
  onDone: (done: number, of: number) => void,
): Promise<readonly Result[]> {
  const runs = situations.flatMap((situation) =>
    contestants.map((contestant) => ({ situation, contestant })),
  );
  const results: Result[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < runs.length; at = next++) {
      const run = runs[at];
      if (run !== undefined) results[at] = await judged(run.situation, run.contestant);
      onDone(Object.keys(results).length, runs.length);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return results;
}
