/** Requests that come over a socket. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import { type HttpRequest, type HttpResponse, parseQuery } from "./http-request.ts";
import { readChunks } from "./read-chunks.ts";
import { type OnBroken, sendableBody } from "./send-chunks.ts";

/**
 * What the sender of a refused body may still send before its connection is cut. Closing at once
 * would reset the connection, and the sender would never read the refusal.
 */
const DRAIN_BYTES = 64 * 1024 * 1024;
const DRAIN_MS = 500;
const LONG_TEXT = 65_536;

export function fromSocket(
  incoming: IncomingMessage,
  outgoing: Writable,
  address: string,
): HttpRequest {
  const { method = "", url = "" } = incoming;
  const path = pathOf(incoming);
  return {
    id: randomUUID(),
    method,
    path,
    address,
    party: null,
    route: null,
    turn: null,
    header: (name) => headerOf(incoming, name),
    query: () => parseQuery(url.slice(path.length + 1)),
    body: (limit) => receive(incoming, limit),
    // A request that is not read to its end is still answered.
    chunks: (limit) =>
      readChunks(
        incoming.iterator({ destroyOnReturn: false }),
        headerOf(incoming, "content-length"),
        limit,
      ),
    aborted: () => abortedBy(outgoing),
    whenSent: (run) => whenClosed(outgoing, run),
  };
}

/** As sent, without the query. */
export function pathOf({ url = "" }: IncomingMessage): string {
  const queryAt = url.indexOf("?");
  return queryAt === -1 ? url : url.slice(0, queryAt);
}

/**
 * The bytes of the body; null if there are more than `limit`, and the rest is left unread: the sender
 * must still be able to read the refusal. By events, because an iterator over a request costs more
 * than the rest of reading it.
 */
function receive(incoming: IncomingMessage, limit: number): Promise<Uint8Array | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | null>();
  const chunks: Buffer[] = [];
  let length = 0;
  const take = (chunk: Buffer): void => {
    length += chunk.byteLength;
    chunks.push(chunk);
    if (length <= limit) return;
    incoming.off("data", take).pause();
    resolve(null);
  };
  incoming.on("data", take);
  incoming.once("end", () => resolve(Buffer.concat(chunks, length)));
  incoming.once("error", reject);
  return promise;
}

export function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  if (value === undefined) return null;
  return typeof value === "string" ? value : value.join(", ");
}

export function sendOverSocket(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  id: string,
  { status, headers, body: made }: HttpResponse,
  onBroken: OnBroken,
): void {
  const body = sendableBody(incoming.method ?? "", made, onBroken);
  const named = { ...headers, "X-Request-Id": id };
  if (!incoming.complete) outgoing.once("finish", () => drain(incoming));
  if (typeof body === "function") {
    // If the body is not as long as its header says, the client must notice.
    outgoing.strictContentLength = true;
    outgoing.writeHead(status, named).flushHeaders();
    body(outgoing);
    return;
  }
  if (body === null) outgoing.writeHead(status, named).end();
  else {
    // node:http sends headers and text in one packet, but takes ten times as long to encode a long one.
    const content = body.length > LONG_TEXT ? Buffer.from(body) : body;
    const length = String(Buffer.byteLength(content));
    // No body is sent for HEAD.
    outgoing.writeHead(status, { ...named, "Content-Length": length }).end(content);
  }
}

function abortedBy(outgoing: Writable): AbortSignal {
  const leaving = new AbortController();
  whenClosed(outgoing, () => {
    if (!outgoing.writableFinished) leaving.abort();
  });
  return leaving.signal;
}

function whenClosed(outgoing: Writable, run: () => void): void {
  if (outgoing.closed) run();
  else outgoing.once("close", run);
}

/** Discards the rest of a refused body, so that the connection can be used again. */
function drain(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  const cutOff = (): void => incoming.socket.destroySoon();
  const timer = setTimeout(cutOff, DRAIN_MS);
  let length = 0;
  incoming.on("data", (chunk: Buffer) => {
    length += chunk.byteLength;
    if (length > DRAIN_BYTES) cutOff();
  });
  incoming.once("end", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
  incoming.resume();
}
