/** Evidence of a collector that only measures a result: it has nothing to run and nothing to read. */
import type { JsonObject } from "@bazaar/kernel";
import type { JobCollector } from "../src/job/job.ts";

export function measured<C>(collect: JobCollector<C>, check: C, result: JsonObject) {
  return collect(
    check,
    { payload: {}, repository: null, result, sampleSeed: "seed" },
    {
      openSandbox: () => Promise.reject(new Error("nothing had to be run")),
      readArtifact: () => Promise.reject(new Error("nothing had to be read")),
      leftMs: () => 1_000,
      limitMs: 1_000,
      signal: new AbortController().signal,
    },
  );
}
