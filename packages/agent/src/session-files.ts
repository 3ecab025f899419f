/**
 * The recorded sessions of an agent: one private directory per contract, as `bazaar session` reads it. The
 * newest are kept.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "@bazaar/guard/write-whole";
import { chainJson } from "@bazaar/kernel";
import { keepNewest } from "./keep-newest.ts";
import type { RecordedSession } from "./recorded-solver.ts";

const PRIVATE_DIRECTORY = 0o700;
const MAX_SESSIONS = 200;

/** The trajectory of a contract in a directory of sessions. */
export function sessionFile(directory: string, contract: string): string {
  return join(directory, contract, "REPLAY.jsonl");
}

/** A second session on the same contract takes the place of the first. */
export function keepSession(directory: string, session: RecordedSession): void {
  mkdirSync(directory, { recursive: true, mode: PRIVATE_DIRECTORY });
  keepNewest(directory, MAX_SESSIONS - 1);
  const folder = join(directory, session.contract);
  writeWhole(sessionFile(directory, session.contract), session.text);
  writeWhole(join(folder, "signature.json"), `${chainJson(session.statement)}\n`);
}
