/** A job and its result, as collectors see them, and what they may use. */
import type { Expected, JobRepository, Json, JsonObject } from "@bazaar/kernel";
import type { OpenSandbox } from "../sandbox.ts";

export interface Job {
  /** Of the request, as the terms have it. */
  readonly payload: JsonObject;
  /** What the request names as its repository; see `jobRepository`. */
  readonly repository: JobRepository | "invalid" | null;
  /** Of the result. Empty where it cannot be read or belongs to another job. */
  readonly result: JsonObject;
  /** Whose work it is, on which job. Without it no record of the work is looked at. */
  readonly about?: Required<Expected>;
  /** What samples of the result are drawn with. Whoever made the result could not know it. */
  readonly sampleSeed: string;
  /** What `patchBaseline` returned for the same commit, so that it is not run again. */
  readonly baseline?: readonly Json[];
}

/** The content of an artifact. Null: it is not there. `too_long`: longer than `maxBytes`. */
export type ReadArtifact = (
  hash: string,
  maxBytes: number,
) => Promise<Uint8Array | "too_long" | null>;

export interface JobTools {
  readonly openSandbox: OpenSandbox;
  readonly readArtifact: ReadArtifact;
  /** What is left of the checker's time for all of it. */
  readonly leftMs: () => number;
  /** What the terms allow to one command: their `execution_seconds`. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** Where it cannot see enough, the evidence says why in `reason`, as a sentence. */
export type JobCollector<C> = (check: C, job: Job, tools: JobTools) => Promise<JsonObject>;

/** A `reason` of evidence. */
export const NO_SANDBOX = "There is no sandbox to run the check in.";
