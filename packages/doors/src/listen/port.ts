/**
 * One open port: limits that hold before any of our code runs, and an orderly shutdown.
 *
 * node:http itself answers what is not HTTP, and clients that send too slowly, with 400, 408 or
 * 431 and closes the connection.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { ConnectionLimit } from "./connection-limit.ts";
import type { Limits } from "./settings.ts";

/** How often node:http looks for clients that send too slowly. */
const CHECK_EVERY_MS = 1_000;
/** How often a closing port looks for idle connections. */
const SWEEP_EVERY_MS = 20;
const HEADERS_MS = 10_000;
const KEEP_ALIVE_MS = 15_000;
const IDLE_MS = 30_000;
const MAX_HEADERS = 100;
/** Requests of one connection that wait for the one before them. Few clients send even two. */
const MAX_PIPELINED = 8;

const TLS = { minVersion: "TLSv1.2", handshakeTimeout: HEADERS_MS } as const;

export interface Listening {
  readonly host: string;
  readonly port: number;
}

/** In PEM: the chain of certificates, the server's own first, and its private key. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface PortNeeds {
  /** Without one, the port speaks plain HTTP. */
  readonly certificate: Certificate | null;
  readonly limits: Limits;
  readonly connections: ConnectionLimit;
  /** Gets every request when it is parsed; what this gives serves it, once it is its turn. */
  readonly receive: (incoming: IncomingMessage, outgoing: ServerResponse) => () => void;
  /** Whether a request is a handshake that `upgrade` takes over. */
  readonly shouldUpgrade: (incoming: IncomingMessage) => boolean;
  readonly upgrade: (incoming: IncomingMessage, head: Buffer) => void;
}

export class Port {
  readonly #server;
  /** Connections without a request so far. Node does not count them as idle. */
  readonly #unused = new Set<Socket>();
  /** Node does not count those that have not finished their TLS handshake. */
  readonly #sockets = new Set<Socket>();

  constructor({ certificate, limits, connections, receive, shouldUpgrade, upgrade }: PortNeeds) {
    const options = {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: Math.min(HEADERS_MS, limits.requestMs),
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, limits.requestMs),
      keepAliveTimeout: KEEP_ALIVE_MS,
      shouldUpgradeCallback: shouldUpgrade,
    };
    const pipelines = new Pipelines();
    const serve = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
      this.#unused.delete(incoming.socket);
      pipelines.run(incoming.socket, outgoing, receive(incoming, outgoing));
    };
    this.#server =
      certificate === null
        ? createServer(options, serve)
        : createTlsServer({ ...options, ...TLS, ...certificate }, serve);
    this.#server.maxHeadersCount = MAX_HEADERS;
    this.#server.maxConnections = limits.connections;
    this.#server.on("connection", (socket: Socket) => {
      connections.admit(socket);
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
    this.#server.on(certificate === null ? "connection" : "secureConnection", (socket: Socket) => {
      this.#unused.add(socket);
      socket.once("close", () => this.#unused.delete(socket));
    });
    this.#server.on("upgrade", (incoming, _socket, head) => {
      this.#unused.delete(incoming.socket);
      // An answer that is still to come would be mixed into the new protocol.
      if (pipelines.isBusy(incoming.socket)) incoming.socket.destroy();
      else upgrade(incoming, head);
    });
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

  /** Stops accepting, and resolves when the last connection is closed. */
  close(): Promise<void> {
    if (!this.#server.listening) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const socket of this.#unused) socket.destroy();
    // A connection that gets its last response only now would be kept alive for another request.
    const sweep = setInterval(() => this.#server.closeIdleConnections(), SWEEP_EVERY_MS);
    this.#server.close(() => {
      clearInterval(sweep);
      resolve();
    });
    return promise;
  }

  /** Cuts off requests that are still running. */
  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/**
 * Pipelined requests of one connection run one after another. Otherwise a client that reads no
 * responses could have hundreds of large ones made at once. Only a few may wait: behind a response
 * that never ends, such as an event stream, they would stay in memory.
 */
class Pipelines {
  readonly #lines = new WeakMap<Socket, { last: ServerResponse; waiting: number }>();

  run(socket: Socket, outgoing: ServerResponse, run: () => void): void {
    const line = this.#lines.get(socket);
    if (line === undefined || line.last.closed) {
      this.#lines.set(socket, { last: outgoing, waiting: 0 });
      run();
      return;
    }
    if (line.waiting === MAX_PIPELINED) {
      socket.destroy();
      return;
    }
    line.last.once("close", () => {
      line.waiting -= 1;
      if (!socket.destroyed) run();
    });
    line.last = outgoing;
    line.waiting += 1;
  }

  /** Whether a request of this connection has not been answered yet. */
  isBusy(socket: Socket): boolean {
    return this.#lines.get(socket)?.last.closed === false;
  }
}
