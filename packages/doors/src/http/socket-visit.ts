/** A request that came over a socket. Its answer leaves in one piece. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { receive } from "./receive.ts";
import { parseQuery, Visit } from "./visit.ts";

/** What a refused sender may still send before its connection is cut, so that it hears the no. */
const DRAIN_BYTES = 64 * 1024 * 1024;
const DRAIN_MS = 500;

export class SocketVisit extends Visit {
  readonly socket: Socket;
  readonly outgoing: ServerResponse;
  readonly #incoming: IncomingMessage;
  readonly #queryAt: number;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { method = "", url = "" } = incoming;
    const queryAt = url.indexOf("?");
    super(method, queryAt === -1 ? url : url.slice(0, queryAt));
    this.socket = incoming.socket;
    this.outgoing = outgoing;
    this.#incoming = incoming;
    this.#queryAt = queryAt;
  }

  header(name: string): string | null {
    const value = this.#incoming.headers[name];
    if (value === undefined) return null;
    return typeof value === "string" ? value : value.join(", ");
  }

  query(): Readonly<Record<string, string>> {
    const { url = "" } = this.#incoming;
    return parseQuery(this.#queryAt === -1 ? "" : url.slice(this.#queryAt + 1));
  }

  body(limit: number): Promise<Uint8Array | null> {
    return receive(this.#incoming, limit);
  }

  gone(): AbortSignal {
    const { outgoing } = this;
    const leaving = new AbortController();
    const leave = (): void => {
      if (!outgoing.writableFinished) leaving.abort();
    };
    if (outgoing.closed) leave();
    else outgoing.once("close", leave);
    return leaving.signal;
  }

  protected send(status: number, headers: readonly string[], text: string | null): void {
    const { outgoing } = this;
    const all = [...headers, "X-Request-Id", this.id];
    if (text !== null) all.push("Content-Length", String(Buffer.byteLength(text)));
    if (!this.#incoming.complete) outgoing.once("finish", () => drain(this.#incoming));
    outgoing.writeHead(status, all);
    // As text it leaves in one piece with its headers; bytes would be a second one. Who asked for
    // the head only gets no more of it than that.
    outgoing.end(text ?? undefined);
  }
}

/** Lets go what is left of a body that nobody wants, so that the next request can be heard. */
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
