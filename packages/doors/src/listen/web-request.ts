/** Requests from this process, without a socket: a web `Request` in, a web `Response` out. */
import { randomUUID } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import {
  type HttpRequest,
  type HttpResponse,
  parseQuery,
  type StreamedBody,
} from "./http-request.ts";
import { readChunks } from "./read-chunks.ts";
import { type OnBroken, sendableBody } from "./send-chunks.ts";

export function fromWebRequest(request: Request): HttpRequest {
  const { pathname, search } = new URL(request.url);
  return {
    id: randomUUID(),
    method: request.method,
    path: pathname,
    address: null,
    party: null,
    route: null,
    turn: null,
    header: (name) => request.headers.get(name),
    query: () => parseQuery(search),
    body: (limit) => receive(request.body ?? [], limit),
    chunks: (limit) => readChunks(request.body ?? [], request.headers.get("content-length"), limit),
    aborted: () => request.signal,
    // The response is its reader's as soon as it is made.
    whenSent: (run) => run(),
  };
}

/** The bytes of a body; null if there are more than `limit`, and the rest is left unread. */
async function receive(
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
  return Buffer.concat(chunks, length);
}

export function toWebResponse(
  request: Request,
  id: string,
  response: HttpResponse,
  onBroken: OnBroken,
): Response {
  const { status } = response;
  const body = sendableBody(request.method, response.body, onBroken);
  const headers = { ...response.headers, "X-Request-Id": id };
  if (typeof body === "function")
    return new Response(webStream(body, request.signal), { status, headers });
  return new Response(request.method === "HEAD" ? null : body, { status, headers });
}

/** What the reader has not taken waits in the pipe, where the writer sees how much it is. */
function webStream(write: StreamedBody, signal: AbortSignal): ReadableStream<Uint8Array> {
  const pipe = new PassThrough();
  const abort = (): unknown => pipe.destroy(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  pipe.once("close", () => signal.removeEventListener("abort", abort));
  write(pipe);
  return Readable.toWeb(pipe) as ReadableStream<Uint8Array>;
}
