import type { JsonObject, Transcript, Verdict } from "@bazaar/kernel";

export interface Checked {
  readonly verdict: Verdict;
  /** What the run showed, or under `reason` why there is no verdict. It is recorded and public. */
  readonly evidence: JsonObject;
}

/** Runs the checks of a contract again in a clean place, where that is possible. */
export interface Checker {
  /**
   * A crash or a timeout of the checker itself is `no_verdict`. Null: it has no place for another check
   * now, and is to be asked again within ten seconds.
   */
  run(transcript: Transcript, byMs: number): Promise<Checked | null>;
}
