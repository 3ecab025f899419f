import { closeSync, openSync, readSync } from "node:fs";
import { type Json, parseJson } from "@bazaar/kernel";
import { BadInput, explainBreak } from "@bazaar/terminal";

/** The longest transcript that a market exports is shorter. */
const MAX_BYTES = 256 * 2 ** 20;
const CHUNK_BYTES = 2 ** 16;

/**
 * A file from anyone; `-` is standard input. `what` names it in complaints.
 *
 * @throws BadInput if it cannot be read, is too long or is not JSON.
 */
export function readJsonFile(file: string, what: string): Json {
  const json = parseJson(textOf(file, what), { duplicateKeys: "refuse" });
  if (json.ok) return json.value;
  throw new BadInput(`${file} is not JSON: ${explainBreak(json.refusal)}`);
}

function textOf(file: string, what: string): string {
  try {
    const descriptor = file === "-" ? 0 : openSync(file, "r");
    try {
      return readWhole(descriptor);
    } finally {
      if (descriptor !== 0) closeSync(descriptor);
    }
  } catch (error) {
    throw new BadInput(`cannot read ${what}: ${(error as Error).message}`);
  }
}

/** Read in parts, so that a device without an end is refused. */
function readWhole(descriptor: number): string {
  const chunks: Buffer[] = [];
  for (let bytes = 0; ; ) {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    const read = readSync(descriptor, chunk);
    if (read === 0) return Buffer.concat(chunks).toString("utf8");
    bytes += read;
    if (bytes > MAX_BYTES) throw new Error(`it is longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk.subarray(0, read));
  }
}
