/**
 * The socket side: bounds that hold before any of our code runs, and an orderly end.
 *
 * What is no HTTP gets its 400, 408 or 431 from node:http itself and a closed connection; so do
 * senders that are too slow with their headers or with the whole request.
 */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Addresses } from "./address.ts";
import { ConnectionShares } from "./connection-shares.ts";
import type { Settings } from "./settings.ts";
import { SocketVisit } from "./socket-visit.ts";

/** How often node:http looks for senders that are too slow. */
const CHECK_EVERY_MS = 1_000;
/** How often a closing door looks for connections that have nothing more to say. */
const SWEEP_EVERY_MS = 20;
const HEADERS_MS = 10_000;
/** Whoever has nothing to ask for this long gives its place to somebody else. */
const KEEP_ALIVE_MS = 15_000;
const IDLE_MS = 30_000;
const MAX_HEADERS = 100;

export interface Listening {
  readonly host: string;
  readonly port: number;
}

export class HttpListener {
  readonly #server: Server;
  readonly #closeMs: number;

  constructor(
    receive: (visit: SocketVisit) => void,
    { limits, trustedProxies }: Pick<Settings, "limits" | "trustedProxies">,
  ) {
    this.#closeMs = limits.closeMs;
    const options = {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: Math.min(HEADERS_MS, limits.requestMs),
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, limits.requestMs),
      keepAliveTimeout: KEEP_ALIVE_MS,
    };
    const inTurn = oneAtATime();
    this.#server = createServer(options, (incoming, outgoing) => {
      inTurn(incoming.socket, outgoing, () => receive(new SocketVisit(incoming, outgoing)));
    });
    this.#server.maxHeadersCount = MAX_HEADERS;
    this.#server.maxConnections = limits.connections;
    const addresses = new Addresses(trustedProxies);
    const shares = new ConnectionShares(addresses, limits.connectionsPerAddress);
    this.#server.on("connection", (socket) => shares.admit(socket));
    // A reader that takes nothing any more is let go; who waits for a ruling is not.
    this.#server.setTimeout(Math.max(limits.holdMs, limits.holdReviewMs) + IDLE_MS);
  }

  listen(port: number, host: string): Promise<Listening> {
    const { promise, resolve, reject } = Promise.withResolvers<Listening>();
    this.#server.once("error", reject);
    this.#server.listen(port, host, () => {
      this.#server.off("error", reject);
      const { address, port: taken } = this.#server.address() as AddressInfo;
      resolve({ host: address, port: taken });
    });
    return promise;
  }

  /** Stops accepting, lets what runs finish, and cuts off what does not. */
  close(): Promise<void> {
    if (!this.#server.listening) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const cutOff = setTimeout(() => this.#server.closeAllConnections(), this.#closeMs);
    // A connection that has its last answer only now would be kept alive for a next request.
    const sweep = setInterval(() => this.#server.closeIdleConnections(), SWEEP_EVERY_MS);
    this.#server.close(() => {
      clearTimeout(cutOff);
      clearInterval(sweep);
      resolve();
    });
    return promise;
  }
}

/**
 * Requests that follow on one connection before the first is answered wait for that: otherwise
 * somebody who reads no answers could have hundreds of long ones made at once.
 */
function oneAtATime(): (socket: Socket, outgoing: ServerResponse, run: () => void) => void {
  const last = new WeakMap<Socket, ServerResponse>();
  return (socket, outgoing, run) => {
    const before = last.get(socket);
    last.set(socket, outgoing);
    if (before === undefined || before.closed) {
      run();
      return;
    }
    before.once("close", () => {
      if (!socket.destroyed) run();
    });
  };
}
