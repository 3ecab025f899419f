/**
 * How often an agent may ask: a number of rounds, and a minimum time between two commands.
 *
 * The server counts too. This is the principal's own count, on its own clock, so that a faulty
 * server cannot be used to flood a machine.
 */
import { type Checked, deny } from "./refusal.ts";

export interface Pace {
  readonly rounds: number;
  readonly secondsBetween: number;
}

export class Investigation {
  readonly #pace: Pace;
  #used = 0;
  #lastMs: number | null = null;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  get roundsLeft(): number {
    return Math.max(0, this.#pace.rounds - this.#used);
  }

  /** Takes a round, or refuses; a refused command costs none. */
  take(nowMs: number): Checked<{ readonly roundsLeft: number }> {
    if (this.roundsLeft === 0) return deny({ code: "rounds_exhausted", limit: this.#pace.rounds });
    const readyAtMs = (this.#lastMs ?? 0) + this.#pace.secondsBetween * 1_000;
    if (this.#lastMs !== null && nowMs < readyAtMs) {
      return deny({ code: "too_early", readyAtMs, askedAtMs: nowMs });
    }
    this.#used += 1;
    this.#lastMs = nowMs;
    return { ok: true, value: { roundsLeft: this.roundsLeft } };
  }
}
