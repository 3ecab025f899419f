/** The search for secrets in a large tree, apart from the start of a sandbox. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { searchRemembered } from "../../packages/guard/src/view/remembered-search.ts";
import { type Line, middle } from "../measure.ts";
import { finished } from "./peers.ts";

const DIRECTORIES = 1_000;
const FILES_PER_DIRECTORY = 99;
const ENTRIES = DIRECTORIES * (1 + FILES_PER_DIRECTORY);
const TIMES = 5;
const LIMIT_MS = 1_000;
/** What changed in the last two seconds is not remembered. */
const UNTIL_REMEMBERED_MS = 2_500;

export async function searchLines(folder: string): Promise<readonly Line[]> {
  const top = join(folder, "large");
  const state = join(folder, "large-state");
  mkdirSync(top);
  const make = `for $d (1..${DIRECTORIES}) { mkdir $d; for (1..${FILES_PER_DIRECTORY}) { open(F, ">$d/$_") or die; close F } }`;
  await finished("perl", ["-e", `chdir "${top}"; ${make}`]);
  await wait(UNTIL_REMEMBERED_MS);
  const search = () => {
    const startedMs = performance.now();
    const { entries } = searchRemembered(top, new Set(), state, null);
    if (entries !== ENTRIES) throw new Error(`found ${entries} entries, expected ${ENTRIES}`);
    return performance.now() - startedMs;
  };
  const times = Array.from({ length: TIMES }, () => {
    rmSync(state, { recursive: true, force: true });
    return { first: search(), again: search() };
  });
  const line = (what: string, ms: number): Line => ({
    what: `search ${ENTRIES} entries for secrets, ${what}`,
    figure: `${ms.toFixed(0)} ms`,
    reference: `limit ${LIMIT_MS} ms`,
    ratio: LIMIT_MS / ms,
    target: 1,
  });
  return [
    line("first", middle(times.map(({ first }) => first))),
    line("again", middle(times.map(({ again }) => again))),
  ];
}
