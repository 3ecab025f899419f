/**
 * Tier 0: runs the checks of a contract again in a clean sandbox.
 *
 * What it runs was written by strangers, so the sandbox comes from outside and must hold it. Without one,
 * and whatever goes wrong here, there is no verdict and the court decides: only what really ran
 * can fail.
 */
import { InvariantViolation, type Transcript } from "@bazaar/kernel";
import type { Checked, Checker, Clock } from "@bazaar/market/ports";
import { type JobTools, noVerdict } from "@bazaar/work";
import { type HandedIn, readHandedIn } from "./handed-in.ts";
import { Turns } from "./turns.ts";

/** Disputes must not take the machine; the others are asked for again until their deadline. */
export const MAX_CHECKS_AT_ONCE = 2;
/** Left to close the sandbox and to record the verdict before the deadline. */
const MARGIN_MS = 2_000;

/** Runs it now, for as long as there is time. It throws where it could not. */
export type Replay = (
  handedIn: HandedIn,
  bounds: Pick<JobTools, "leftMs" | "signal">,
) => Promise<Checked>;

export interface ReplayNeeds {
  readonly replay: Replay;
  readonly clock: Clock;
  /** The checker itself failed. */
  readonly onFailure: (error: unknown) => void;
}

export class ReplayChecker implements Checker, Disposable {
  readonly #needs: ReplayNeeds;
  readonly #turns = new Turns(MAX_CHECKS_AT_ONCE);
  readonly #closing = new AbortController();

  constructor(needs: ReplayNeeds) {
    this.#needs = needs;
  }

  async run(transcript: Transcript, byMs: number): Promise<Checked | null> {
    const { id } = transcript;
    const { replay, clock } = this.#needs;
    // A task that takes long is claimed again while it runs.
    const turn = this.#turns.take(id, clock.nowMs());
    if (turn === null) return null;
    const signal = AbortSignal.any([turn, this.#closing.signal]);
    try {
      const leftMs = (): number => byMs - MARGIN_MS - clock.nowMs();
      const checked = await replay(readHandedIn(transcript), { leftMs, signal });
      // The next turn, or the next process, runs it again.
      return signal.aborted ? null : checked;
    } catch (error) {
      if (error instanceof InvariantViolation) throw error;
      if (signal.aborted) return null;
      this.#needs.onFailure(error);
      return noVerdict("The server failed to run the check again.");
    } finally {
      this.#turns.leave(id, clock.nowMs());
    }
  }

  /** Stops what runs. */
  [Symbol.dispose](): void {
    this.#closing.abort();
  }
}
