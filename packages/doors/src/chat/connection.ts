/** One WebSocket of this door: who it is, how often it has sent, and how it ends. */
import { unreachable } from "@bazaar/kernel";
import type { Agent, AgentKey, Ending, Frame, Seat } from "@bazaar/market/ports";
import type { WebSocket } from "ws";
import type { Chat } from "./chat.ts";
import type { Delivery } from "./delivery/delivery.ts";
import { type ErrorName, errorFields } from "./errors.ts";
import { type Fields, isChunk, frame as makeFrame, tellLeft } from "./frames.ts";
import { SlidingWindow } from "./sliding-window.ts";

/** Close codes. */
export const NORMAL = 1_000;
export const POLICY = 1_008;
export const TOO_LARGE = 1_009;
const INTERNAL = 1_011;

/** An agent with more unread bytes gets no further parts of files. */
const BEHIND_BYTES = 4 * 1024 * 1024;

/** An agent that says it has a key must prove it before it enters. */
export interface Challenge {
  readonly id: string;
  readonly nonce: string;
  readonly name: string;
  readonly key: AgentKey;
  /** It no longer expires. */
  readonly stop: () => void;
}

export class Connection implements Seat {
  readonly address: string | null;
  readonly frames = new SlidingWindow();
  readonly chunks = new SlidingWindow();
  readonly nicks = new SlidingWindow();
  challenge: Challenge | null = null;
  /** What it wants to get; null if everything, as it is. */
  delivery: Delivery | null = null;
  readonly #chat: Chat;
  readonly #client: WebSocket;
  #id: string | null = null;
  #hasEnded = false;
  readonly #messages = new SlidingWindow();

  constructor(chat: Chat, client: WebSocket, address: string | null) {
    this.#chat = chat;
    this.#client = client;
    this.address = address;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get isIdentified(): boolean {
    return this.#id !== null;
  }

  /** Null before it is identified, and once it has ended. */
  get agent(): Agent | null {
    return this.#id === null || this.#hasEnded ? null : this.#chat.talk.agent(this.#id);
  }

  /** Takes its seat; it must not have one, nor have ended. */
  enter(agent: Agent): void {
    this.#id = agent.id;
    this.#chat.talk.enter(agent, this, this.address);
  }

  send(type: string, fields?: Fields): void {
    this.deliver(makeFrame(this.#chat, type, fields));
  }

  error(name: ErrorName, message: string): void {
    this.send("ERROR", errorFields(name, message, this.#chat.settings.specCodesFirst));
  }

  deliver(frame: Frame): void {
    // Another agent chooses to send them: that must not get this one dropped.
    if (this.#client.bufferedAmount > BEHIND_BYTES && isChunk(frame)) return;
    const shown = this.delivery === null ? frame : this.delivery.shown(frame);
    if (shown === null || this.#chat.sockets.send(this.#client, shown.text)) return;
    this.#chat.security.note("chat_slow_reader", this.address, this.#id ?? "");
  }

  end(ending: Ending, channels: readonly string[]): void {
    const { type, fields, reason } = farewellOf(ending);
    this.send(type, fields);
    if (this.#id !== null) tellLeft(this.#chat, this.#id, channels);
    this.close(NORMAL, reason);
  }

  /** Whether it may say something to others now; otherwise it has been told. */
  takeMessage(): boolean {
    const { clock, settings } = this.#chat;
    const { requests, seconds } = settings.rates.messages;
    if (this.#messages.take({ requests, seconds }, clock.nowMs()) === 0) return true;
    const isUsual = requests === 1 && seconds === 1;
    const rate = isUsual ? "1 message per second" : `${requests} messages in ${seconds} s`;
    this.error("rate_limited", `Rate limit exceeded (max ${rate})`);
    return false;
  }

  /** Whether its address may change something once more, or add it; otherwise it has been told. */
  takeChange(kind: string, isNew: boolean): boolean {
    const changeMs = this.#chat.changes.count(`${kind} ${this.address}`, 1);
    const waitMs = changeMs === 0 && isNew ? this.keepMs() : changeMs;
    if (waitMs > 0) {
      this.error("rate_limited", `Too many changes. Try again in ${Math.ceil(waitMs / 1_000)}s`);
    }
    return waitMs === 0;
  }

  /** Counts something new that is kept for its address; 0, or how long to wait if that is too much. */
  keepMs(): number {
    return this.#chat.kept.count(`${this.address}`, 1);
  }

  /** Nothing that the client sends afterwards is read. */
  close(code: number, reason: string): void {
    this.left();
    this.#client.close(code, reason);
  }

  fail(): void {
    this.close(INTERNAL, "Internal error");
  }

  /** The socket is closed, or soon will be. */
  left(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.challenge?.stop();
    if (this.#id === null) return;
    const channels = this.#chat.talk.leave(this.#id, this);
    if (channels !== null) tellLeft(this.#chat, this.#id, channels);
  }
}

function farewellOf(ending: Ending) {
  switch (ending.type) {
    case "displaced": {
      const reason = "Another connection verified this identity";
      const fields = { reason, new_ip: ending.address };
      return {
        type: "SESSION_DISPLACED",
        fields,
        reason: "Identity claimed by verified connection",
      };
    }
    case "kicked":
      return { type: "KICKED", fields: { reason: ending.reason }, reason: "Kicked by admin" };
    case "banned":
      return { type: "BANNED", fields: { reason: ending.reason }, reason: "Banned by admin" };
    default:
      return unreachable(ending);
  }
}
