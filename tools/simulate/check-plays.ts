/**
 * For every method of checking a job that asks for it, and what may be shown of a result: evidence that
 * passes, that catches a cheat, and that leaves it open. Which is which is stated here, a second time: a
 * test holds the kernel to it, and the witness every report and every check that is run again.
 */
import {
  type Check,
  chainJson,
  invariant,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  rfc8785Hash,
  sha256Hex,
  type Verdict,
} from "@bazaar/kernel";
import { jobEnvelope, SAMPLE_JOBS } from "@bazaar/testkit";
import type { Random } from "./random.ts";
import { REPOSITORY } from "./shelf.ts";

type Method = Check["method"];

interface CheckPlay {
  /** What of a job's document asks for it. */
  readonly job: JsonObject;
  readonly shows: Readonly<Record<Verdict, readonly [JsonObject, ...JsonObject[]]>>;
}

/** So high that the ceiling of a payload, which is in sats, binds no asset. */
const MAX_SATS = 2_100_000_000_000_000n;
const OTHER_HASH = "0".repeat(64);

const COMMAND = { kind: "run", spec: { command: "make test" } };
const RED = { exit_code: 1n };
const GREEN = { exit_code: 0n };

const CHANGE = {
  path: "sum.js",
  status: "M",
  old_mode: "100644",
  new_mode: "100644",
  additions: 1n,
  deletions: 1n,
};
const PATCH = { sha256: OTHER_HASH, claimed_sha256: OTHER_HASH, bytes: 9n };
const PATCHED = {
  patch: { ...PATCH, binary_hunks: 0n, copies: 0n },
  applies: true,
  changes: [CHANGE],
  baseline: [RED, GREEN],
  runs: [GREEN, GREEN],
};

const REVIEW = chainJson(resultOf("oa.code_review.v1").review ?? null);

const OUTPUT = { stdout_sha256: sha256Hex("hello\n"), stderr_sha256: sha256Hex("") };
const RAN = { ...GREEN, ...OUTPUT };
const CLAIMED_RUN = {
  runs: [{ cmd_sha256: sha256Hex("echo hello"), ...RAN }],
  status: "success",
};

const TREE = `sha256:${sha256Hex("tree")}`;
const INDEX = {
  problem: null,
  digests: 1n,
  bad_paths: 0n,
  repeated_paths: 0n,
  tree_sha256: TREE,
  computed_sha256: TREE,
};

const TEXT = { text: "Hello.", claimed_sha256: sha256Hex("Hello.") };
const VECTORS = { dimensions: [2n, 2n], not_finite: 0n };
const ORDER = resultOf("oa.retrieval_rerank.v1");
const RECORD = { problem: null, wrong_counts: [] };

/** A method without a line does not compile. */
export const CHECK_PLAYS: Readonly<Record<Method, CheckPlay>> = {
  exit_code: {
    job: { ...COMMAND, verification: [{ method: "exit_code", expected: 0n }] },
    shows: { pass: [GREEN], fail: [RED], no_verdict: [{ stopped_by: "time" }, {}] },
  },
  output_match: {
    job: { ...COMMAND, verification: [{ method: "output_match", pattern: "^ok" }] },
    shows: {
      pass: [{ output: "ok" }],
      fail: [{ output: "no" }],
      no_verdict: [{ output: "no", is_cut: true }, {}],
    },
  },
  principal: {
    job: { kind: "text", spec: { prompt: "a haiku" }, verification: [{ method: "principal" }] },
    shows: { pass: [{ approved: true }], fail: [{ approved: false }], no_verdict: [{}] },
  },
  patch: {
    job: schemaJob("oa.patch_gen.v1", { repo_bundle: REPOSITORY }),
    shows: {
      pass: [PATCHED],
      fail: [
        { ...PATCHED, runs: [RED, GREEN] },
        { ...PATCHED, applies: false },
        { ...PATCHED, changes: [{ ...CHANGE, path: "test/sum.js" }] },
        { ...PATCHED, changes: [{ ...CHANGE, path: ".env" }] },
        { ...PATCHED, patch: { ...PATCHED.patch, claimed_sha256: "1".repeat(64) } },
      ],
      no_verdict: [{ ...PATCHED, baseline: [GREEN, GREEN] }, { baseline: [RED, GREEN] }],
    },
  },
  review: {
    job: schemaJob("oa.code_review.v1"),
    shows: {
      pass: [reviewed(REVIEW)],
      fail: [
        { ...reviewed(REVIEW), claimed_sha256: OTHER_HASH },
        reviewed(REVIEW.replaceAll("sum.js", "other.js")),
        { exceeds: "length", claimed_sha256: OTHER_HASH },
      ],
      no_verdict: [{}],
    },
  },
  run: {
    job: schemaJob("oa.sandbox_run.v1"),
    shows: {
      pass: [{ claimed: CLAIMED_RUN, rerun: [RAN] }],
      fail: [
        { claimed: CLAIMED_RUN, rerun: [{ ...RAN, ...RED }], rerun_again: [{ ...RAN, ...RED }] },
        { claimed: { runs: [], status: "success" }, rerun: [RAN] },
      ],
      no_verdict: [
        { claimed: CLAIMED_RUN },
        { claimed: CLAIMED_RUN, rerun: [{ ...RAN, ...RED }], rerun_again: [RAN] },
      ],
    },
  },
  index: {
    job: schemaJob("oa.repo_index.v1", { repo_bundle: REPOSITORY }),
    shows: {
      pass: [{ claimed: INDEX, tree: { tree_sha256: TREE } }],
      fail: [
        { claimed: INDEX, tree: { tree_sha256: `sha256:${OTHER_HASH}` } },
        { claimed: { ...INDEX, bad_paths: 1n }, tree: { tree_sha256: TREE } },
      ],
      no_verdict: [{ claimed: INDEX }, {}],
    },
  },
  text: {
    job: schemaJob("oa.text_gen.v1"),
    shows: {
      pass: [TEXT],
      fail: [
        { ...TEXT, claimed_sha256: OTHER_HASH },
        { text: "x".repeat(101), claimed_sha256: sha256Hex("x".repeat(101)) },
      ],
      no_verdict: [{}],
    },
  },
  embedding: {
    job: schemaJob("oa.embedding.v1"),
    shows: {
      pass: [VECTORS],
      fail: [
        { ...VECTORS, not_finite: 1n },
        { ...VECTORS, dimensions: [2n] },
      ],
      no_verdict: [{ dimensions: [2n, 2n] }, {}],
    },
  },
  schema: {
    job: schemaJob("oa.retrieval_rerank.v1"),
    shows: {
      pass: [{ payload: ORDER }],
      fail: [{ payload: {} }, { exceeds: "length" }],
      no_verdict: [{}],
    },
  },
  trajectory: {
    job: { ...schemaJob("oa.text_gen.v1"), verification: [{ method: "trajectory" }] },
    shows: {
      pass: [{ trajectory: RECORD }],
      fail: [
        { trajectory: { ...RECORD, problem: "missing" } },
        { trajectory: { ...RECORD, wrong_counts: ["total_tool_calls"] } },
      ],
      no_verdict: [{ trajectory: { stored: false } }, {}],
    },
  },
};

export const CHECK_VERDICTS = ["pass", "fail", "no_verdict"] as const satisfies readonly Verdict[];

/** What a piece of evidence of ours shows; the name is no field that a check reads. */
export interface Stated {
  readonly verdict: Verdict;
  /** The check that made the difference; all of them where they pass. */
  readonly methods: readonly string[];
}

/** Evidence with this verdict on all checks: each passes but one. */
export function evidenceOf(checks: readonly Check[], verdict: Verdict, random: Random): JsonObject {
  const at = random.below(checks.length);
  const shown = checks.map(({ method }, place) => {
    const shows = CHECK_PLAYS[method].shows[place === at ? verdict : "pass"];
    return random.pick<JsonObject>(shows);
  });
  const methods = checks.map(({ method }) => method);
  const by = verdict === "pass" ? methods : methods.slice(at, at + 1);
  return Object.assign({ stated: verdict, stated_by: by }, ...shown);
}

/** Null for evidence that somebody made up. */
export function statedIn(evidence: Json | undefined): Stated | null {
  if (!isJsonObject(evidence)) return null;
  const { stated, stated_by: by } = evidence;
  const verdict = CHECK_VERDICTS.find((one) => one === stated);
  if (verdict === undefined || !isJsonArray(by)) return null;
  return { verdict, methods: by.map(String) };
}

function schemaJob(id: string, changes: JsonObject = {}): JsonObject {
  return jobEnvelope(id, { ...SAMPLE_JOBS[id]?.request, ...changes, max_cost_sats: MAX_SATS });
}

/** With its true hash. */
function reviewed(text: string): JsonObject {
  const review = parseJson(text);
  invariant(review.ok, "a sample is JSON");
  const hash = rfc8785Hash(review.value);
  invariant(hash.ok, "a sample can be hashed");
  return { review: review.value, claimed_sha256: hash.value.slice("sha256:".length) };
}

function resultOf(id: string): JsonObject {
  return SAMPLE_JOBS[id]?.result ?? {};
}
