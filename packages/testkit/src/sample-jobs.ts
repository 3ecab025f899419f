/** A valid request and a valid result of every job schema. */
import {
  Float,
  invariant,
  type JsonObject,
  type Party,
  rfc8785Hash,
  SCHEMA_VERSION,
  sha256Hex,
} from "@bazaar/kernel";

const BUNDLE = `sha256:${"b".repeat(64)}`;
const COMMIT = "c".repeat(40);
const ASKED = { max_cost_sats: 5_000n, idempotency_key: "first" };

const PATCH =
  "--- a/sum.js\n+++ b/sum.js\n@@ -1 +1 @@\n-export const one = 2;\n+export const one = 1;\n";
const REVIEW = {
  summary: "One constant is wrong.",
  approval_status: "request_changes",
  issues: [
    {
      severity: "high",
      category: "logic",
      file: "sum.js",
      line_range: [1n, 1n],
      description: "one is not 2",
      suggested_fix: null,
    },
  ],
  suggestions: [],
  highlights: [],
};
const DIGESTS = [{ path: "sum.js", sha256: "d".repeat(64), bytes: 22n }];

interface SampleJob {
  readonly request: JsonObject;
  readonly result: JsonObject;
}

export const SAMPLE_JOBS: Readonly<Record<string, SampleJob>> = {
  "oa.patch_gen.v1": {
    request: {
      title: "The sum is wrong",
      body: "one must be 1",
      repo_url: "https://example.com/sum.git",
      repo_bundle: BUNDLE,
      repo_ref: COMMIT,
      allowed_paths: ["**"],
      disallowed_paths: [".env"],
      protected_paths: ["test/**"],
      test_command: "node test.js",
      verification_commands: ["node --check sum.js"],
      time_limit_secs: 900n,
      ...ASKED,
    },
    result: {
      patch: PATCH,
      patch_sha256: sha256Hex(PATCH),
      verification: {
        applies_cleanly: true,
        test_exit_code: 0n,
        files_changed: 1n,
        additions: 1n,
        deletions: 1n,
        verification_results: [],
      },
    },
  },
  "oa.code_review.v1": {
    request: { diff: PATCH, focus: ["logic"], depth: "standard", ...ASKED },
    result: { review: REVIEW, review_sha256: bareHash(REVIEW) },
  },
  "oa.repo_index.v1": {
    request: { repo_bundle: BUNDLE, git_ref: COMMIT, index_types: ["digests"], ...ASKED },
    result: { tree_sha256: `sha256:${bareHash(DIGESTS)}`, digests: DIGESTS },
  },
  "oa.sandbox_run.v1": {
    request: {
      sandbox: { network_policy: "none", resources: { timeout_secs: 60n } },
      commands: [{ cmd: "echo hello" }],
      env: { CI: "1" },
      ...ASKED,
    },
    result: {
      runs: [
        {
          cmd: "echo hello",
          exit_code: 0n,
          duration_ms: 3n,
          stdout_sha256: sha256Hex("hello\n"),
          stderr_sha256: sha256Hex(""),
        },
      ],
    },
  },
  "oa.text_gen.v1": {
    request: { prompt: "Say hello.", max_length: 100n, ...ASKED },
    result: { text: "Hello.", text_sha256: sha256Hex("Hello.") },
  },
  "oa.code_chunk_analysis.v1": {
    request: {
      task: "What does it do?",
      chunk: { path: "sum.js", start_line: 1n, end_line: 1n, content: "export const one = 2;" },
      ...ASKED,
    },
    result: {
      summary: "It exports a constant.",
      symbols: [{ name: "one", kind: "constant", line: 1n }],
      suspected_faults: [],
      recommended_next_probes: [],
      confidence: new Float(0.9),
    },
  },
  "oa.retrieval_rerank.v1": {
    request: {
      user_task: "Where is one defined?",
      candidates: [
        { id: "a", content: "export const one = 2;" },
        { id: "b", content: "export const two = 2;" },
      ],
      k: 1n,
      ...ASKED,
    },
    result: { topk: [{ rank: 1n, id: "a", score: 1n }] },
  },
  "oa.embedding.v1": {
    request: { texts: ["one", "two"], dimensions: 2n, ...ASKED },
    result: {
      embeddings: [
        [new Float(0.5), 1n],
        [0n, new Float(-0.25)],
      ],
      model_id: "hash-2",
      dimensions: 2n,
    },
  },
};

/** The envelope of a sample job, with another payload if given. */
export function jobEnvelope(schemaId: string, payload?: JsonObject): JsonObject {
  const request = payload ?? sampleJob(schemaId).request;
  const hash = rfc8785Hash(request, "doubles");
  invariant(hash.ok, "the payload of a sample can be hashed");
  return {
    schema_id: schemaId,
    schema_version: SCHEMA_VERSION,
    job_hash: hash.value,
    payload: request,
  };
}

/** The envelope of a sample result by this provider, with changes. */
export function resultEnvelope(
  schemaId: string,
  provider: Party,
  changes: JsonObject = {},
): JsonObject {
  const { job_hash } = jobEnvelope(schemaId);
  const provenance = { model: "rules", provider_id: provider };
  const payload = { status: "success", provenance, ...sampleJob(schemaId).result, ...changes };
  return { schema_id: schemaId, schema_version: SCHEMA_VERSION, job_hash: job_hash ?? "", payload };
}

function sampleJob(schemaId: string): SampleJob {
  const sample = SAMPLE_JOBS[schemaId];
  invariant(sample !== undefined, `${schemaId} has no sample`);
  return sample;
}

function bareHash(value: JsonObject | readonly JsonObject[]): string {
  const hash = rfc8785Hash(value);
  invariant(hash.ok, "a sample can be hashed");
  return hash.value.slice("sha256:".length);
}
