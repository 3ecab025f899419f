/** One WebSocket to a server, from the handshake to its end, and the messages that come on it. */
import { WebSocket } from "ws";
import { networkProblem } from "../../connection/network-problem.ts";
import { shortInertText } from "../../listen/short-inert-text.ts";
import { readFrame, type ServerFrame } from "./read-frame.ts";

/** The longest message that a server passes on is a part of a file, 2 MiB as it was sent. */
const MAX_BYTES = 4 * 1024 * 1024;
/** What a server may send before it has let this client in. */
const MAX_EARLY = 100;
const MAX_REASON = 200;
/** Unsent bytes above which a part of a file waits. */
const FULL_BYTES = 4 * 1024 * 1024;

export class Link {
  /** Resolves with the reason. */
  readonly closed: Promise<string>;
  readonly #socket: WebSocket;
  readonly #early: ServerFrame[] = [];
  #onFrame: ((frame: ServerFrame) => void) | null = null;
  #arrived = Promise.withResolvers<void>();
  #isQuiet = false;

  constructor(url: string) {
    const socket = new WebSocket(url, { maxPayload: MAX_BYTES, perMessageDeflate: false });
    this.#socket = socket;
    const { promise, resolve } = Promise.withResolvers<string>();
    this.closed = promise;
    let problem = "";
    socket.on("error", (error) => {
      problem = networkProblem(error) ?? shortInertText(error.message, MAX_REASON);
    });
    socket.on("close", (code, reason) => {
      resolve(problem || shortInertText(reason.toString(), MAX_REASON) || closeWords(code));
      this.#arrived.resolve();
    });
    socket.on("ping", () => this.#heard());
    socket.on("pong", () => this.#heard());
    socket.on("message", (data: Buffer, isBinary) => {
      this.#heard();
      const frame = isBinary ? null : readFrame(data.toString());
      if (frame !== null) this.#take(frame);
    });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** The next message; null once it is closed. Not after `listen`. */
  async next(): Promise<ServerFrame | null> {
    for (;;) {
      const first = this.#early.shift();
      if (first !== undefined) return first;
      if (this.#socket.readyState >= WebSocket.CLOSING) return null;
      this.#arrived = Promise.withResolvers<void>();
      await this.#arrived.promise;
    }
  }

  listen(onFrame: (frame: ServerFrame) => void): void {
    this.#onFrame = onFrame;
    for (const frame of this.#early.splice(0)) onFrame(frame);
  }

  /** As soon as it is open. */
  sendFirst(message: object): void {
    this.#socket.once("open", () => this.send(message));
  }

  /** False if it is closed. */
  send(message: object): boolean {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Resolves once it was handed to the network; false if it could not be. */
  async sendLong(message: object): Promise<boolean> {
    if (!this.isOpen) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#socket.send(JSON.stringify(message), (error) => resolve(error == null));
    return this.#socket.bufferedAmount > FULL_BYTES ? promise : this.isOpen;
  }

  /** Called regularly: ends the connection if nothing has come since the last two calls. */
  check(): void {
    if (this.#isQuiet) this.drop();
    else if (this.isOpen) {
      this.#isQuiet = true;
      this.#socket.ping();
    }
  }

  close(): void {
    this.#socket.close(1_000);
  }

  /** At once, without a word. */
  drop(): void {
    this.#socket.terminate();
  }

  #heard(): void {
    this.#isQuiet = false;
  }

  #take(frame: ServerFrame): void {
    if (this.#onFrame !== null) {
      this.#onFrame(frame);
      return;
    }
    if (this.#early.length === MAX_EARLY) this.drop();
    else this.#early.push(frame);
    this.#arrived.resolve();
  }
}

function closeWords(code: number): string {
  return code === 1_006 ? "the connection was cut off" : `the server closed it (${code})`;
}
