/** Content on its way in and out: in chunks, never whole, and checked against its hash. */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { StoreDamaged, type Upload } from "@bazaar/market/ports";

/**
 * All chunks but the last have this length. A chunk is one transaction: larger ones delay the acts
 * that wait for it, smaller ones cost a sync of the disk each. `npm run bench -- store` prints how
 * long acts wait while 64 MiB are stored: tens of milliseconds at most, on a busy machine.
 */
const CHUNK_BYTES = 131_072;

function countChunks(bytes: number): number {
  return Math.ceil(bytes / CHUNK_BYTES);
}

/**
 * Hands the content of an upload to `add`, chunk by chunk, until that is false. `whole` if it was
 * what the upload stated.
 */
export async function readUpload(
  { content, hash, bytes }: Upload,
  add: (chunk: Uint8Array, seq: number) => Promise<boolean>,
): Promise<"whole" | "differs" | "too_slow"> {
  const digest = createHash("sha256");
  let [received, seq] = [0, 0];
  for await (const chunk of inChunks(content, bytes)) {
    received += chunk.length;
    if (received > bytes) return "differs";
    digest.update(chunk);
    if (!(await add(chunk, seq))) return "too_slow";
    seq += 1;
  }
  return received === bytes && digest.digest("hex") === hash ? "whole" : "differs";
}

/** Pieces of any length, as chunks. One that is too long ends with a chunk beyond its length. */
async function* inChunks(
  content: AsyncIterable<Uint8Array>,
  bytes: number,
): AsyncGenerator<Uint8Array> {
  // A small artifact needs no large buffer; the byte more shows that it is too long.
  const size = Math.min(CHUNK_BYTES, bytes + 1);
  let [chunk, filled] = [Buffer.allocUnsafe(size), 0];
  for await (const piece of content) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + size - filled);
      chunk.set(part, filled);
      at += part.length;
      filled += part.length;
      if (filled < size) continue;
      yield chunk;
      [chunk, filled] = [Buffer.allocUnsafe(size), 0];
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled);
}

/** The content of an artifact. Its last chunk is held back until all of it was checked. */
export async function* checkedContent(
  { hash, bytes }: { readonly hash: string; readonly bytes: number },
  chunkAt: (seq: number) => Uint8Array,
): AsyncGenerator<Uint8Array> {
  const digest = createHash("sha256");
  let held: Uint8Array | null = null;
  for (let seq = 0; seq < countChunks(bytes); seq += 1) {
    if (held !== null) yield held;
    // Other work gets its turn, however fast the reader is.
    await nextTurn();
    held = chunkAt(seq);
    digest.update(held);
  }
  if (digest.digest("hex") !== hash) {
    throw new StoreDamaged(`the database is damaged: artifact ${hash} has another hash`);
  }
  if (held !== null) yield held;
}
