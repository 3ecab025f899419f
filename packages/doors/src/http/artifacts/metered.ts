/** So many bytes of an artifact count as one request: nothing in them is parsed. */
export const COUNTED_BYTES = 65_536;

/** Calls `count` for every `COUNTED_BYTES` that pass. */
export async function* metered(
  chunks: AsyncIterable<Uint8Array>,
  count: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let uncounted = 0;
  for await (const chunk of chunks) {
    uncounted += chunk.byteLength;
    for (; uncounted >= COUNTED_BYTES; uncounted -= COUNTED_BYTES) count();
    yield chunk;
  }
}
