/**
 * The recorded sessions of an agent: one private directory per contract, as `bazaar session` reads it. The
 * newest are kept.
 */
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "@bazaar/guard/write-whole";
import { chainJson } from "@bazaar/kernel";
import type { RecordedSession } from "./recorded-solver.ts";

const NAME = /^[0-9a-f]{64}$/;
const PRIVATE_DIRECTORY = 0o700;
const MAX_SESSIONS = 200;

/** The trajectory of a contract in a directory of sessions. */
export function sessionFile(directory: string, contract: string): string {
  return join(directory, contract, "REPLAY.jsonl");
}

/** A second session on the same contract takes the place of the first. */
export function keepSession(directory: string, session: RecordedSession): void {
  mkdirSync(directory, { recursive: true, mode: PRIVATE_DIRECTORY });
  makeRoom(directory);
  const folder = join(directory, session.contract);
  writeWhole(sessionFile(directory, session.contract), session.text);
  writeWhole(join(folder, "signature.json"), `${chainJson(session.statement)}\n`);
}

function makeRoom(directory: string): void {
  const paths = readdirSync(directory)
    .filter((name) => NAME.test(name))
    .map((name) => join(directory, name));
  const dated = paths.map((path) => ({ path, ms: statSync(path).mtimeMs }));
  const oldest = dated.toSorted((a, b) => b.ms - a.ms).slice(MAX_SESSIONS - 1);
  for (const { path } of oldest) rmSync(path, { recursive: true, force: true });
}
