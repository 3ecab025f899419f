import type { JsonObject, Transcript, Verdict } from "@bazaar/kernel";

/** Runs the checks of a contract again in a clean place, where that is possible. */
export interface Checker {
  /** A crash or a timeout of the checker itself is `no_verdict`. */
  run(
    transcript: Transcript,
  ): Promise<{ readonly verdict: Verdict; readonly evidence: JsonObject }>;
}
