/**
 * The socket side: limits that hold before any of our code runs, and an orderly shutdown.
 *
 * node:http itself answers what is not HTTP, and clients that send too slowly, with 400, 408 or
 * 431 and closes the connection.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Addresses } from "./address.ts";
import { ConnectionLimit } from "./connection-limit.ts";
import type { HttpRequest, HttpResponse } from "./http-request.ts";
import type { Settings } from "./settings.ts";
import { fromSocket, headerOf, sendOverSocket } from "./socket-request.ts";

/** How often node:http looks for clients that send too slowly. */
const CHECK_EVERY_MS = 1_000;
/** How often a closing door looks for idle connections. */
const SWEEP_EVERY_MS = 20;
const HEADERS_MS = 10_000;
const KEEP_ALIVE_MS = 15_000;
const IDLE_MS = 30_000;
const MAX_HEADERS = 100;

export interface Listening {
  readonly host: string;
  readonly port: number;
}

export interface ListenerNeeds {
  readonly handle: (request: HttpRequest) => Promise<HttpResponse>;
  readonly onFault: (fault: unknown) => void;
  readonly settings: Pick<Settings, "limits" | "trustedProxies">;
}

export class HttpListener {
  readonly #server: Server;
  readonly #addresses: Addresses;
  readonly #handle: ListenerNeeds["handle"];
  readonly #closeMs: number;

  constructor({ handle, onFault, settings }: ListenerNeeds) {
    const { limits, trustedProxies } = settings;
    this.#handle = handle;
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
      inTurn(incoming.socket, outgoing, () => {
        this.#serve(incoming, outgoing).catch(onFault);
      });
    });
    this.#server.maxHeadersCount = MAX_HEADERS;
    this.#server.maxConnections = limits.connections;
    this.#addresses = new Addresses(trustedProxies);
    const connections = new ConnectionLimit(this.#addresses, limits.connectionsPerAddress);
    this.#server.on("connection", (socket) => connections.admit(socket));
    // Close a connection that stopped reading, but not one that waits for a ruling.
    this.#server.setTimeout(limits.holdMs + IDLE_MS);
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

  /** Stops accepting, lets running requests finish, and cuts off those that take too long. */
  close(): Promise<void> {
    if (!this.#server.listening) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const cutOff = setTimeout(() => this.#server.closeAllConnections(), this.#closeMs);
    // A connection that gets its last response only now would be kept alive for another request.
    const sweep = setInterval(() => this.#server.closeIdleConnections(), SWEEP_EVERY_MS);
    this.#server.close(() => {
      clearTimeout(cutOff);
      clearInterval(sweep);
      resolve();
    });
    return promise;
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { remoteAddress } = incoming.socket;
    const address = this.#addresses.ofRequest(remoteAddress, headerOf(incoming, "x-forwarded-for"));
    const request = fromSocket(incoming, outgoing, address);
    sendOverSocket(incoming, outgoing, request.id, await this.#handle(request));
  }
}

/**
 * Pipelined requests of one connection run one after another. Otherwise a client that reads no
 * responses could have hundreds of large ones made at once.
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
