/** Files of strangers: bounded, valid UTF-8, and a trajectory in either of its two forms. */
import { closeSync, openSync, readSync } from "node:fs";
import {
  isJsonObject,
  type Json,
  MAX_REPLAY_LENGTH,
  parseJson,
  parseStatement,
  type Result,
  readBundle,
  readReplay,
  readSessionReceipt,
  type Trajectory,
  type TrajectoryStatement,
} from "@bazaar/kernel";
import { BadInput, explainBreak } from "@bazaar/terminal";

/** A character of a text takes up to three bytes; what is longer would be refused anyway. */
const MAX_BYTES = 3 * MAX_REPLAY_LENGTH + 4_096;
const CHUNK_BYTES = 2 ** 20;
const STANDARD_INPUT = 0;

/** Refused with the line at which it breaks a rule. */
export function readSession(file: string): Result<Trajectory> {
  const text = readText(file);
  return isBundle(text) ? readBundle(text) : readReplay(text);
}

/** @throws BadInput for what breaks a rule. */
export function readValidSession(file: string): Trajectory {
  const session = readSession(file);
  if (session.ok) return session.value;
  throw new BadInput(`${file} is not a trajectory: ${explainBreak(session.refusal)}`);
}

export function readStatementFile(file: string): TrajectoryStatement {
  const statement = parseStatement(readJson(file));
  if (statement.ok) return statement.value;
  throw new BadInput(`${file} is not a signed statement: ${explainBreak(statement.refusal)}`);
}

export function readReceiptFile(file: string) {
  const receipt = readSessionReceipt(readText(file));
  if (receipt.ok) return receipt.value;
  throw new BadInput(`${file} is not a RECEIPT.json: ${explainBreak(receipt.refusal)}`);
}

export function readJson(file: string): Json {
  const json = parseJson(readText(file), { duplicateKeys: "refuse" });
  if (json.ok) return json.value;
  throw new BadInput(`${file} is not JSON: ${explainBreak(json.refusal)}`);
}

/** Wrong bytes are not replaced: the hashes would be those of another text. */
export function readText(file: string): string {
  const bytes = readBytes(file);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new BadInput(`${file} is not UTF-8`, { cause: error });
  }
}

function readBytes(file: string): Uint8Array {
  try {
    const descriptor = file === "-" ? STANDARD_INPUT : openSync(file, "r");
    try {
      return readAll(file, descriptor);
    } finally {
      if (descriptor !== STANDARD_INPUT) closeSync(descriptor);
    }
  } catch (error) {
    if (error instanceof BadInput) throw error;
    throw new BadInput(`cannot read ${file}: ${(error as Error).message}`, { cause: error });
  }
}

function readAll(file: string, descriptor: number): Uint8Array {
  const chunks: Buffer[] = [];
  let length = 0;
  for (;;) {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    const read = readSync(descriptor, chunk, 0, CHUNK_BYTES, null);
    if (read === 0) return Buffer.concat(chunks);
    length += read;
    if (length > MAX_BYTES) throw new BadInput(`${file} has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk.subarray(0, read));
  }
}

/** The first line of a REPLAY.jsonl is an event; a bundle is one document with other fields. */
function isBundle(text: string): boolean {
  if (!text.includes('"steps"') || !text.includes('"metadata"')) return false;
  const [first = ""] = text.split("\n", 1);
  const line = parseJson(first);
  return !line.ok || (isJsonObject(line.value) && !Object.hasOwn(line.value, "event"));
}
