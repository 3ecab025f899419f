/** Fields that several schemas share. */
import {
  anyObject,
  contentHash,
  integer,
  optional,
  record,
  required,
  type Shape,
  text,
} from "../shape.ts";

const MAX_PATH = 1_024;
export const MAX_LINE = 10_000_000;

const MAX_SATS = 2_100_000_000_000_000;
const MAX_TOKENS = 1_000_000_000_000;
const MAX_SECONDS = 3_600;
const MIN_SECONDS = 30;

export const path = text({ min: 1, max: MAX_PATH });
const sats = integer({ max: MAX_SATS });
export const shellCommand = text({ min: 1, max: 4_000 });
export const timeLimit = integer({ min: MIN_SECONDS, max: MAX_SECONDS });

/** What every request has: its ceiling, and the key by which a repeated post is the same job. */
export const REQUEST_FIELDS = {
  max_cost_sats: required(sats, "The most that the job may cost, in sats."),
  idempotency_key: required(
    text({ min: 1, max: 200 }),
    "The same key from the same buyer is the same job.",
  ),
} as const;

/** Where the work begins: a commit in a git bundle that is stored as an artifact. */
export const REPOSITORY_FIELDS = {
  repo_url: optional(text({ max: 2_000 }), "Where the repository is published, for people."),
  repo_bundle: required(contentHash, "The artifact that is a git bundle with this commit."),
} as const;

/** A word, or an object with the reason of a failure. */
const jobStatus: Shape<string> = {
  json: { type: "any", enum: ["success", "partial_success", "timeout"], or: "failed" },
  read(read, name) {
    const value = read.json(name);
    if (value === "success" || value === "partial_success" || value === "timeout") return value;
    const failed = read.object(name);
    failed.object("failed").string("error", { min: 1, max: 2_000 });
    return "failed";
  },
};

const TOKEN_COUNTS = {
  input_tokens: required(integer({ max: MAX_TOKENS }), "Read."),
  output_tokens: required(integer({ max: MAX_TOKENS }), "Written."),
  cache_read_tokens: optional(integer({ max: MAX_TOKENS }), "Read from a cache."),
  cache_write_tokens: optional(integer({ max: MAX_TOKENS }), "Written to a cache."),
} as const;

const name = text({ min: 1, max: 200 });

/** The record of how a result was made. */
const TRAJECTORY_FIELDS = {
  trajectory_id: optional(name, "The session in which it was made."),
  trajectory_hash: optional(contentHash, "The hash of that session's trajectory."),
  trajectory_artifact: optional(contentHash, "The artifact that is the trajectory."),
} as const;

const STATUS_WORDS =
  'How the work ended: "success", "partial_success", "timeout" or {"failed": {"error": …}}.';

/** What is repeated beside a payload that is an artifact: the contract is read without it. */
export const REPEATED_FIELDS = {
  status: optional(jobStatus, STATUS_WORDS),
  ...TRAJECTORY_FIELDS,
} as const;

/** What every result has. */
export const RESULT_FIELDS = {
  status: required(jobStatus, STATUS_WORDS),
  ...TRAJECTORY_FIELDS,
  usage: optional(record(TOKEN_COUNTS), "Tokens that were used."),
  cost_sats: optional(sats, "What it costs, in sats; at most max_cost_sats."),
  invoice: optional(text({ max: 4_000 }), "A Lightning invoice, on rails that need one."),
  provenance: required(
    record({
      model: required(name, "What made it: a model or a program."),
      provider_id: required(name, "The provider's key."),
      token_counts: optional(anyObject, "Tokens that were used. Recommended."),
      sampling_params: optional(anyObject, "How the model was sampled."),
    }),
    "How the result was made.",
  ),
} as const;
