/** Answers that are made while they are sent. */
import type { Writable } from "node:stream";
import type { HttpResponse, StreamedBody } from "./http-request.ts";

/** Gets what the source of an answer throws. Its reader gets no end of the answer then. */
export type OnBroken = (failure: unknown) => void;

/** A body as text, or as something that writes itself. */
export function sendableBody(
  method: string,
  body: HttpResponse["body"],
  onBroken: OnBroken,
): string | StreamedBody | null {
  if (body === null || typeof body !== "object") return body;
  if (method !== "HEAD") return (out) => void sendChunks(body, out).catch(onBroken);
  // Whatever the source has opened for a body, it closes.
  Promise.resolve(body[Symbol.asyncIterator]().return?.()).catch(onBroken);
  return null;
}

/** Takes no more chunks than the reader does, and none once it has left. */
async function sendChunks(chunks: AsyncIterable<Uint8Array>, out: Writable): Promise<void> {
  // A reader that leaves also closes the stream.
  out.on("error", () => out.destroy());
  try {
    for await (const chunk of chunks) {
      if (out.destroyed) return;
      if (!out.write(chunk)) await drained(out);
      if (out.destroyed) return;
    }
    out.end();
  } catch (failure) {
    // The reader must not take what it has for the whole.
    out.destroy(failure instanceof Error ? failure : new Error(String(failure)));
    throw failure;
  }
}

async function drained(out: Writable): Promise<void> {
  if (out.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  out.once("drain", resolve).once("close", resolve);
  await promise;
  out.off("drain", resolve).off("close", resolve);
}
