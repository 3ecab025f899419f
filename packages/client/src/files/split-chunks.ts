/**
 * Cuts an archive so that every chunk fits into a frame of the server: its text is encoded as JSON
 * twice, once in the chunk and once in the frame.
 */
import { MAX_FRAME_BYTES } from "./limits.ts";

/** What earlier senders put into a chunk. */
const MAX_CHUNK_LENGTH = 2 ** 20;
/** Everything in a frame but the data, also once the server has added the sender and the time. */
const ENVELOPE_BYTES = 1_024;
const SHORT_ESCAPES = new Set(["\b", "\t", "\n", "\f", "\r"].map((one) => one.charCodeAt(0)));
const [QUOTE, BACKSLASH] = [0x22, 0x5c];

export function splitChunks(archive: string): readonly string[] {
  const chunks: string[] = [];
  let [start, bytes] = [0, 0];
  for (let at = 0; at < archive.length; ) {
    const point = archive.codePointAt(at) ?? 0;
    const units = point > 0xffff ? 2 : 1;
    const more = encodedBytes(point);
    const isFull = bytes + more > MAX_FRAME_BYTES - ENVELOPE_BYTES;
    if (isFull || at + units - start > MAX_CHUNK_LENGTH) {
      chunks.push(archive.slice(start, at));
      [start, bytes] = [at, 0];
    }
    bytes += more;
    at += units;
  }
  chunks.push(archive.slice(start));
  return chunks;
}

/** In a JSON text inside a JSON text: `"` is `\\\"`, a line end is `\\n`, an escape `\\u001b`. */
function encodedBytes(point: number): number {
  if (point === QUOTE || point === BACKSLASH) return 4;
  if (point < 0x20) return SHORT_ESCAPES.has(point) ? 3 : 7;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point > 0xffff ? 4 : 3;
}
