/** The bytes of a body, up to a limit. Null where there are more: those are not waited for. */
import type { IncomingMessage } from "node:http";

/** From a socket, by its events: an iterator over them costs more than reading the body does. */
export function receive(incoming: IncomingMessage, limit: number): Promise<Uint8Array | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | null>();
  const chunks: Buffer[] = [];
  let length = 0;
  const take = (chunk: Buffer): void => {
    length += chunk.byteLength;
    chunks.push(chunk);
    if (length <= limit) return;
    // Whoever ends the request decides what becomes of the rest.
    incoming.off("data", take).pause();
    chunks.length = 0;
    resolve(null);
  };
  incoming.on("data", take);
  incoming.on("end", () => resolve(joined(chunks, length)));
  // A request that breaks off is closed, and is no error while nobody listens for one.
  incoming.on("close", () => {
    // Every request comes here, and an error is dear to make: only for those that need one.
    if (!incoming.complete) reject(new Error("the sender has gone"));
  });
  return promise;
}

export async function collect(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return joined(chunks, length);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, length);
}
