/**
 * The WebSockets of one door. Messages have a longest length; a client that does not read, or no
 * longer answers, is dropped; when the door closes, every client is told.
 */
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { FrameWriter } from "./frame-writer.ts";
import type { Upgrade } from "./mount.ts";
import { type Every, onTimer } from "./on-timer.ts";

/** A client that has not answered the last ping when the next one is due has left without a word. */
const PING_MS = 30_000;
/** How long a message may wait for others to the same client. */
const COALESCE_MS = 20;
/** Close code: this server is going away. */
const GOING_AWAY = 1_001;

export interface WebSocketsNeeds {
  readonly messageBytes: number;
  /** Unread bytes after which a client is dropped. */
  readonly bufferBytes: number;
  /** How long messages may wait to be written together, 20 ms unless given; 0 writes each at once. */
  readonly coalesceMs?: number;
  /** A timer unless given. */
  readonly every?: Every;
}

export class WebSockets {
  readonly #server: WebSocketServer;
  readonly #bufferBytes: number;
  readonly #writer: FrameWriter;
  readonly #stopTimer: () => void;
  readonly #sockets = new WeakMap<WebSocket, Duplex>();
  /** Clients that have not answered the last ping yet. */
  readonly #silent = new Set<WebSocket>();

  constructor(needs: WebSocketsNeeds) {
    const { messageBytes, bufferBytes, coalesceMs = COALESCE_MS, every = onTimer } = needs;
    // Never compressed: `FrameWriter` makes the frames.
    const perMessageDeflate = false;
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: messageBytes,
      perMessageDeflate,
    });
    this.#bufferBytes = bufferBytes;
    this.#writer = new FrameWriter({ waitMs: coalesceMs });
    this.#stopTimer = every(PING_MS, () => this.#ping());
  }

  get open(): number {
    return this.#server.clients.size;
  }

  /** Answers a handshake; `begin` gets the client if it was a valid one. */
  accept({ incoming, socket, head }: Upgrade, begin: (client: WebSocket) => void): void {
    this.#server.handleUpgrade(incoming, socket, head, (client) => {
      this.#sockets.set(client, socket);
      // A client that breaks the protocol is closed; an error that nobody hears would end the process.
      client.on("error", () => undefined);
      client.on("pong", () => this.#silent.delete(client));
      client.on("close", () => this.#silent.delete(client));
      begin(client);
    });
  }

  /** Sends text, or bytes as a binary message; false if the client reads too slowly and is dropped. */
  send(client: WebSocket, message: string | Uint8Array): boolean {
    const socket = this.#sockets.get(client);
    if (socket === undefined || client.readyState !== client.OPEN) return true;
    if (client.bufferedAmount > this.#bufferBytes) {
      client.terminate();
      return false;
    }
    this.#writer.write(socket, message);
    return true;
  }

  /** Closes every client; one that has not confirmed after `graceMs` is cut off. */
  async close(graceMs = 1_000): Promise<void> {
    this.#stopTimer();
    this.#server.close();
    const clients = [...this.#server.clients];
    const cutOff = setTimeout(() => {
      for (const client of clients) client.terminate();
    }, graceMs);
    await Promise.all(
      clients.map((client) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        client.once("close", () => resolve());
        client.close(GOING_AWAY, "this server is shutting down");
        return promise;
      }),
    );
    clearTimeout(cutOff);
  }

  #ping(): void {
    for (const client of this.#server.clients) {
      if (this.#silent.has(client)) {
        client.terminate();
      } else {
        this.#silent.add(client);
        client.ping();
      }
    }
  }
}
