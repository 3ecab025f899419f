/**
 * Tier 0: runs the checks of a contract again in a clean sandbox.
 *
 * What it runs was written by strangers, so the sandbox comes from outside and must hold it. Without one,
 * and whatever goes wrong here, there is no verdict and the court decides: only what really ran
 * can fail.
 */
import { InvariantViolation, type Transcript } from "@bazaar/kernel";
import type { Artifacts, Checked, Checker, Clock } from "@bazaar/market/ports";
import { noVerdict, type OpenSandbox } from "@bazaar/work";
import { type Read, readHandedIn } from "./handed-in.ts";
import { storedArtifacts } from "./stored-artifact.ts";

/** Disputes must not take the machine; the others are asked for again until their deadline. */
export const MAX_CHECKS_AT_ONCE = 2;
/** Left to close the sandbox and to record the verdict before the deadline. */
const MARGIN_MS = 2_000;

export interface ReplayNeeds {
  /** Without network, secrets or environment, limited in memory, processes, disk and output. */
  readonly openSandbox: OpenSandbox;
  /** Bundles and results that contracts name. */
  readonly artifacts: Pick<Artifacts, "open">;
  readonly clock: Clock;
  /** The checker itself failed. */
  readonly onFailure: (error: unknown) => void;
}

export class ReplayChecker implements Checker, Disposable {
  readonly #needs: ReplayNeeds;
  readonly #running = new Set<string>();
  readonly #closing = new AbortController();

  constructor(needs: ReplayNeeds) {
    this.#needs = needs;
  }

  async run(transcript: Transcript, byMs: number): Promise<Checked | null> {
    const { id } = transcript;
    // A task that takes long is claimed again while it runs.
    if (this.#running.has(id) || this.#running.size >= MAX_CHECKS_AT_ONCE) return null;
    this.#running.add(id);
    try {
      const checked = await this.#replay(readHandedIn(transcript), byMs - MARGIN_MS);
      // The next process runs it again.
      return this.#closing.signal.aborted ? null : checked;
    } catch (error) {
      if (error instanceof InvariantViolation) throw error;
      this.#needs.onFailure(error);
      return noVerdict("The server failed to run the check again.");
    } finally {
      this.#running.delete(id);
    }
  }

  /** Stops what runs. */
  [Symbol.dispose](): void {
    this.#closing.abort();
  }

  async #replay(read: Read, byMs: number): Promise<Checked> {
    if ("problem" in read) return noVerdict(read.problem);
    const { openSandbox, artifacts, clock } = this.#needs;
    return await read.replay({
      openSandbox,
      readArtifact: storedArtifacts(artifacts),
      leftMs: () => byMs - clock.nowMs(),
      limitMs: read.limitMs,
      signal: this.#closing.signal,
    });
  }
}
