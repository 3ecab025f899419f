/**
 * Who does a job: a program of the provider's, or the worker that comes with it.
 *
 * A worker gets the request and the repository's bundle, whose hash was checked, and returns the
 * payload of a result. It signs nothing and knows neither the market nor the price. Everything in a
 * request is a stranger's.
 */
import type { Check, JsonObject } from "@bazaar/kernel";
import type { Recorder } from "./recorder.ts";

export interface JobRequest {
  readonly schemaId: string;
  readonly jobHash: string;
  readonly payload: JsonObject;
  /** Of the terms: what the result must pass. */
  readonly checks: readonly Check[];
  /** The whole envelope, as a worker's `job.json` has it. */
  readonly envelope: JsonObject;
}

export interface Assignment {
  readonly job: JobRequest;
  /** A git bundle and the commit to check out of it; null if the job has none. */
  readonly repository: Repository | null;
  /** For all of it. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Every step goes into the job's trajectory. */
  readonly recorder: Recorder;
}

export interface Repository {
  readonly bundle: Uint8Array;
  /** 40 hex digits. */
  readonly commit: string;
}

export type Worked =
  | {
      readonly is: "done";
      /** What only the provider knows is filled in later: cost, trajectory, its key. */
      readonly payload: JsonObject;
      /** The worker's own trajectory, as REPLAY.jsonl; null if it wrote none. */
      readonly replay: string | null;
    }
  | { readonly is: "failed"; readonly because: string };

export interface Worker {
  /** What its results name as their model if they name none themselves: they are public. */
  readonly name: string;
  /** Why it cannot do such a job, before it is accepted; null if it can. */
  readonly declines: (job: JobRequest) => string | null;
  /** Never rejects for something that the job or the worker's program did. */
  readonly work: (assignment: Assignment) => Promise<Worked>;
}

export function failed(because: string): Worked {
  return { is: "failed", because };
}
