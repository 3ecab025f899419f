/** Chain entries as the later fix/2 clients sign and verify them: without the timestamp. */
import { createHash } from "node:crypto";
import { type Fix2Key, isSignedBy } from "./fix2-key.ts";
import { canonical, type PythonObject } from "./python-json.ts";

const GENESIS = createHash("sha256").update("").digest("hex");

const FIELDS = ["type", "data", "seq", "author", "prev_hash", "timestamp", "signature"];

export interface ChainHead {
  readonly chain_head: string;
  readonly seq: number;
}

export function signedEntry(
  key: Fix2Key,
  { chain_head, seq }: ChainHead,
  type: string,
  data: PythonObject,
  timestamp: number,
): PythonObject {
  const entry = { type, data, seq, author: key.id, prev_hash: chain_head, timestamp };
  return { ...entry, signature: key.sign(signedText(entry)) };
}

export function signedText({ signature, timestamp, ...rest }: PythonObject): string {
  return canonical(rest);
}

function entryHash(entry: PythonObject): string {
  return createHash("sha256").update(canonical(entry)).digest("hex");
}

/** The first failure, in the words of the clients; null if the chain holds. */
export function chainError(entries: readonly PythonObject[]): string | null {
  let head = GENESIS;
  for (const [at, entry] of entries.entries()) {
    const unknown = Object.keys(entry).filter((name) => !FIELDS.includes(name));
    if (unknown.length > 0) return `Entry ${at}: Unknown fields: ${unknown.join(", ")}`;
    if (entry.seq !== at) return `Entry ${at}: expected seq=${at}, got seq=${String(entry.seq)}`;
    if (entry.prev_hash !== head) return `Entry ${at}: prev_hash mismatch`;
    const { author, signature } = entry;
    if (!isSignedBy(String(author), signedText(entry), String(signature))) {
      return `Entry ${at}: Invalid signature`;
    }
    head = entryHash(entry);
  }
  return null;
}
