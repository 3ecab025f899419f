/**
 * Requests on one connection and their answers.
 *
 * Answers and errors do not say what they belong to, and some requests have none. But a server reads
 * one message after another: so there is one request at a time, with a `PING` behind it, and what
 * comes before the `PONG` is about the request.
 */
import type { Clock } from "../../connection/clock.ts";
import { SlidingWindow } from "../sliding-window.ts";
import { type ChatAnswer, type ChatProblem, localProblem } from "./chat-event.ts";
import type { ServerFrame } from "./read-frame.ts";

export interface Ask<T> {
  readonly message: object;
  /** The agent or channel that it is about; errors that name another agent are not its answer. */
  readonly about?: string;
  /** Whether a message is part of the answer, and nothing else needs to see it. */
  readonly take: (frame: ServerFrame) => boolean;
  /** What has been answered, besides an error or without one; null if nothing was that should have been. */
  readonly answer: (hasError: boolean) => T | null;
  /** Called once the answer is complete, before anything that comes later is read. */
  readonly onComplete?: () => void;
}

export interface ExchangeNeeds {
  readonly clock: Clock;
  /** False if the connection is closed. */
  readonly send: (message: object) => boolean;
  /** The server does not answer: ends the connection. */
  readonly onSilent: () => void;
  /** Errors that are about no request. */
  readonly onProblem: (problem: ChatProblem) => void;
}

/** Fewer than the 60 that servers allow. */
const RATE = { requests: 50, seconds: 10 } as const;
const SILENT_MS = 30_000;
/** A `PING` that was over the rate has no answer and is sent again. */
const PING_AGAIN_MS = 3_000;
const LIMITED = "RATE_LIMITED";
const CHUNK_LIMIT = /chunk/i;
const NAMED_AGENT = /@[^\s@#]{1,64}/;

const OFFLINE = localProblem("offline", "there is no connection to the server");
const UNKNOWN = localProblem("unknown", "the connection ended before the server answered");
const NO_ANSWER = localProblem("no_answer", "the server gave no answer to this");

interface Current {
  readonly ask: Pick<Ask<unknown>, "about" | "take" | "onComplete">;
  readonly ended: PromiseWithResolvers<void>;
  problem: ChatProblem | null;
  isLimited: boolean;
}

export class Exchange {
  readonly #needs: ExchangeNeeds;
  readonly #window = new SlidingWindow();
  readonly #closing = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  #current: Current | null = null;

  constructor(needs: ExchangeNeeds) {
    this.#needs = needs;
  }

  ask<T>(ask: Ask<T>): Promise<ChatAnswer<T>> {
    const answered = this.#last.then(() => this.#ask(ask));
    this.#last = answered;
    return answered;
  }

  /** Sends what has no answer; false if there is no connection. */
  async tell(message: object): Promise<boolean> {
    await this.#room(1);
    return this.#needs.send(message);
  }

  /** Whether the message was part of an answer. */
  receive(frame: ServerFrame): boolean {
    const current = this.#current;
    if (frame.type === "error") {
      if (current === null || !isAbout(current.ask, frame.problem)) return false;
      current.isLimited ||= frame.problem.code === LIMITED;
      current.problem ??= frame.problem;
      return true;
    }
    if (frame.type === "pong") {
      this.#current = null;
      current?.ask.onComplete?.();
      current?.ended.resolve();
      return true;
    }
    return current?.ask.take(frame) ?? false;
  }

  /** The connection is closed; everything that waits is answered. */
  close(): void {
    this.#closing.abort();
    this.#current?.ended.resolve();
  }

  async #ask<T>(ask: Ask<T>): Promise<ChatAnswer<T>> {
    await this.#room(2);
    const current: Current = {
      ask,
      ended: Promise.withResolvers(),
      problem: null,
      isLimited: false,
    };
    this.#current = current;
    const isSent = !this.#closing.signal.aborted && this.#needs.send(ask.message);
    if (isSent) {
      this.#needs.send({ type: "PING" });
      await this.#untilEnded(current);
    }
    this.#current = null;
    const answer = ask.answer(current.problem !== null);
    if (answer !== null) {
      if (current.problem !== null) this.#needs.onProblem(current.problem);
      return { ok: true, value: answer };
    }
    if (current.problem !== null) return { ok: false, problem: current.problem };
    if (this.#closing.signal.aborted) return { ok: false, problem: isSent ? UNKNOWN : OFFLINE };
    return { ok: false, problem: isSent ? NO_ANSWER : OFFLINE };
  }

  async #untilEnded(current: Current): Promise<void> {
    const { clock, send, onSilent } = this.#needs;
    const stop = new AbortController();
    const ended = current.ended.promise.then(() => stop.abort());
    for (let waitedMs = 0; !stop.signal.aborted; waitedMs += PING_AGAIN_MS) {
      if (waitedMs >= SILENT_MS) onSilent();
      else if (waitedMs > 0 && current.isLimited) {
        current.isLimited = false;
        send({ type: "PING" });
      }
      await clock.sleep(PING_AGAIN_MS, stop.signal);
    }
    await ended;
  }

  async #room(frames: number): Promise<void> {
    const { clock } = this.#needs;
    const { signal } = this.#closing;
    for (let left = frames; left > 0 && !signal.aborted; ) {
      const waitMs = this.#window.take(RATE, clock.nowMs());
      if (waitMs === 0) left -= 1;
      else await clock.sleep(waitMs, signal);
    }
  }
}

function isAbout({ about }: Pick<Ask<unknown>, "about">, { code, message }: ChatProblem): boolean {
  if (code === LIMITED) return !CHUNK_LIMIT.test(message);
  if (code !== "AGENT_NOT_FOUND") return true;
  const named = NAMED_AGENT.exec(message)?.[0];
  return named === undefined || named === about;
}
