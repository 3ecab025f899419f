/**
 * Asks the market's faucet when a deposit cannot be paid, and again only after a while: twice as long
 * after each refusal, or when the market says.
 */
import {
  type Answered,
  type Connection,
  delayMs,
  MarketUnavailable,
} from "@bazaar/doors/connection";
import type { JsonObject } from "@bazaar/kernel";
import { withTimeout } from "./work/with-timeout.ts";

export type OnFaucet = (asset: string, answer: Answered<string>) => void;

const BACK_OFF = { firstMs: 60_000, mostMs: 3_600_000 };
const ANSWER_MS = 30_000;
const MAX_ASSETS = 50;

export class TestMoney {
  readonly #connection: Connection;
  readonly #onAnswer: OnFaucet;
  readonly #signal: AbortSignal;
  readonly #asked = new Map<string, { readonly tries: number; readonly readyMs: number }>();

  constructor(connection: Connection, signal: AbortSignal, onAnswer: OnFaucet) {
    this.#connection = connection;
    this.#signal = signal;
    this.#onAnswer = onAnswer;
  }

  /** Whether the market gave some. */
  async ask(asset: string): Promise<boolean> {
    const { clock } = this.#connection;
    const { tries, readyMs } = this.#asked.get(asset) ?? { tries: 0, readyMs: 0 };
    const nowMs = clock.nowMs();
    if (nowMs < readyMs || (!this.#asked.has(asset) && this.#asked.size >= MAX_ASSETS))
      return false;
    const again = (waitMs: number, next: number): void => {
      this.#asked.set(asset, { tries: next, readyMs: nowMs + Math.min(BACK_OFF.mostMs, waitMs) });
    };
    // Set before the request: contracts found at the same time ask once.
    again(delayMs(BACK_OFF, tries), tries + 1);
    const answer = await this.#request(asset);
    if (answer === null) return false;
    if (answer.ok) again(BACK_OFF.firstMs, 0);
    else again(Math.max(untilReadyMs(answer.refusal.facts), delayMs(BACK_OFF, tries)), tries + 1);
    this.#onAnswer(asset, answer);
    return answer.ok;
  }

  /** Null if the market does not answer. */
  async #request(asset: string): Promise<Answered<string> | null> {
    const { clock } = this.#connection;
    try {
      const time = { clock, ms: ANSWER_MS, signal: this.#signal };
      return await withTimeout(time, () => this.#connection.faucet(asset));
    } catch (error) {
      if (error instanceof MarketUnavailable) return null;
      throw error;
    }
  }
}

/** How long the market asks to wait, by its own clock; 0 if it does not say. */
function untilReadyMs({ readyAtMs, receivedAtMs }: JsonObject): number {
  if (typeof readyAtMs !== "bigint" || typeof receivedAtMs !== "bigint") return 0;
  return Number(readyAtMs - receivedAtMs);
}
