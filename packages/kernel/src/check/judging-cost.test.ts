/** For every kind, the most costly terms that are accepted, judged with the most costly evidence. */
import { cpuMs } from "@bazaar/testkit/cpu-ms";
import { expect, test } from "vitest";
import { chainJson } from "../canonical/chain-json.ts";
import { fields } from "../canonical/fields.ts";
import { sha256Hex } from "../canonical/hash.ts";
import { Float, type Json, type JsonObject } from "../canonical/json.ts";
import { MAX_CHECKS } from "../contract/rules.ts";
import { judge } from "./check.ts";
import { MAX_EVIDENCE } from "./judging-cost.ts";
import { CHECK_METHODS, type Check } from "./kinds.ts";
import { USUAL_TESTS } from "./patch/usual-tests.ts";
import { checkJson, readCheck, readChecks } from "./read-check.ts";

/** The budget is 60 ms; a machine may be slow, and code that runs first is not compiled yet. */
const MAX_MS = 250;

interface Worst {
  readonly what: string;
  /** Terms that grow with `size`; the largest that is accepted is judged. */
  readonly check: (size: number) => Check;
  readonly evidence: JsonObject;
}

const HASH = "ab".repeat(32);
const many = <T>(count: number, item: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => item(at));

const PATCH = {
  method: "patch",
  allowedPaths: [],
  disallowedPaths: [],
  protectedPaths: [],
  commands: ["make"],
  target: "test_command",
  maxFiles: 500,
  maxBytes: 1,
} as const;
const changing = (path: string): JsonObject => ({
  patch: { sha256: HASH, claimed_sha256: HASH, bytes: 1n, binary_hunks: 0n, copies: 0n },
  applies: true,
  changes: many(10, () => ({ path, new_mode: "100644" })),
});

const patch = (what: string, sign: string, piece: string, path = "a".repeat(999)): Worst => ({
  what,
  check: (size) => ({
    ...PATCH,
    disallowedPaths: many(5, (at) => `${sign}${piece.repeat((size * 190) / piece.length)}b${at}`),
  }),
  evidence: changing(path),
});

const usualTests = (what: string, path: string): Worst => ({
  what: `usual tests and ${what}`,
  check: () => ({ ...PATCH, protects: { ...USUAL_TESTS, except: [] } }),
  evidence: changing(path),
});

const place = { file: "a", line_range: [3_999n, 3_999n] };
const review: Worst = {
  what: "places in 2,000 hunks",
  check: () => ({
    method: "review",
    diffFiles: [{ path: "a", ranges: many(2_000, (at) => [2 * at + 1, 2 * at + 1] as const) }],
    focus: ["all"],
    depth: "thorough",
  }),
  evidence: {
    claimed_sha256: HASH,
    review: {
      summary: "x",
      approval_status: "approve",
      highlights: [],
      issues: many(500, () => ({ severity: "low", category: "logic", description: "x", ...place })),
      suggestions: many(500, () => ({
        file: "a",
        line: 3_999n,
        current: "",
        suggested: "",
        rationale: "x",
      })),
      looked_at: many(2_000, (at) => ({
        file: "a",
        line_range: [BigInt(2 * at + 1), BigInt(2 * at + 1)],
      })),
    },
  },
};

const LONG_COMMAND = "\u20ac".repeat(10_000);
const ran = many(100, () => ({
  cmd_sha256: sha256Hex(LONG_COMMAND),
  exit_code: 0n,
  stdout_sha256: HASH,
  stderr_sha256: HASH,
}));
const run: Worst = {
  what: "long commands",
  check: (size) => ({
    method: "run",
    commands: many(Math.ceil(size * 100), () => ({ cmd: LONG_COMMAND, continueOnFail: true })),
  }),
  evidence: { claimed: { runs: ran, status: "success" }, rerun: ran, rerun_again: ran },
};

const index = (what: string, claimed: string, found: string, count: number): Worst => ({
  what,
  check: () => ({ method: "index", indexTypes: ["digests", "symbols"], treeSha256: null }),
  evidence: {
    claimed: {
      problem: null,
      digests: 1n,
      symbols: 1n,
      bad_paths: 0n,
      repeated_paths: 0n,
      tree_sha256: HASH,
      computed_sha256: HASH,
    },
    tree: { tree_sha256: HASH },
    samples: many(count, () => ({ kind: "symbol", claimed, found })),
  },
});

const text = (what: string, item: string, outputSchema: JsonObject | null): Worst => ({
  what,
  check: (size) => ({
    method: "text",
    minLength: 1,
    maxLength: Math.ceil(size * MAX_EVIDENCE),
    outputSchema,
  }),
  evidence: {
    text: `[${many(195_000 / (chainJson(item).length - 1), () => item).join(",")}]`,
    claimed_sha256: HASH,
  },
});

const options = (last: Json, of: (at: number) => Json): JsonObject => ({
  items: { enum: [...many(99, of), last] },
});

const WORST: Readonly<Record<Check["method"], readonly Worst[]>> = {
  exit_code: [
    {
      what: "any",
      check: () => ({ method: "exit_code", expected: 0 }),
      evidence: { exit_code: 0n },
    },
  ],
  principal: [
    { what: "any", check: () => ({ method: "principal" }), evidence: { approved: true } },
  ],
  output_match: [
    {
      what: "classes of many ranges",
      check: (size) => ({ method: "output_match", pattern: `${"\\pL?".repeat(size * 99)}$` }),
      evidence: { output: "\u00e9".repeat(5_000) },
    },
    {
      what: "repetitions",
      check: (size) => ({ method: "output_match", pattern: `(?:a?){${Math.ceil(size * 200)}}b` }),
      evidence: { output: "a".repeat(5_000) },
    },
  ],
  patch: [
    patch("stars", "", "*a"),
    patch("classes", "**", "?*"),
    patch("ranges", "*", "[b-cd-ef-gh-ij-k]*"),
    patch("a long prefix", "", "a"),
    patch("alternatives", "**", "{a,aa,aaa,aaaa,b}"),
    patch("directories", "", "**/a/", `${"a/".repeat(499)}a`),
    usualTests("one name", "a".repeat(999)),
    usualTests("many names", `${"t/".repeat(499)}t`),
  ],
  review: [review],
  run: [run],
  index: [
    index("a word of one letter", "a".repeat(60_000), "a".repeat(120_000), 1),
    index(
      "a word that is nearly found",
      "-aa-a".repeat(40),
      "-aa-a".repeat(100).replaceAll("a-a", "aa"),
      200,
    ),
  ],
  text: [
    text("no schema", "x", null),
    text("numbers", "1", {}),
    text("lists", "[]", { items: { type: "array" } }),
    text(
      "a list of numbers",
      "1",
      options(1n, (at) => BigInt(at + 2)),
    ),
    text(
      "a list of floats",
      "1",
      options(new Float(1), (at) => new Float(at + 2)),
    ),
    text(
      "a list of texts",
      '""',
      options("", (at) => `${at}`),
    ),
    text("names", '{"a":1}', { items: { required: many(100, () => "a") } }),
  ],
  embedding: [
    {
      what: "sizes",
      check: () => ({
        method: "embedding",
        count: 10_000,
        dimensions: null,
        model: null,
        isDeterministic: false,
      }),
      evidence: { dimensions: many(98_000, () => 1n), not_finite: 0n },
    },
  ],
  schema: [
    {
      what: "candidates",
      check: (size) => ({
        method: "schema",
        schemaId: "oa.retrieval_rerank.v1",
        limits: { ids: many(size * 1_000, (at) => `x${at}`), k: 1_000 },
      }),
      evidence: {
        payload: {
          topk: many(1_000, (at) => ({
            rank: BigInt(at + 1),
            id: `x${at}`,
            score: 1n,
            why: "x".repeat(100),
          })),
        },
      },
    },
    {
      what: "parts of a chunk",
      check: () => ({
        method: "schema",
        schemaId: "oa.code_chunk_analysis.v1",
        limits: {
          startLine: 1,
          endLine: 9,
          maxSummaryLength: 9,
          maxSymbols: 1_000,
          maxFaults: 1_000,
          maxNextProbes: 1_000,
        },
      }),
      evidence: {
        payload: {
          summary: "x",
          symbols: many(1_000, () => ({ name: "a", kind: "b", line: 5n })),
          suspected_faults: many(1_000, () => ({ line: 5n, severity: "low", description: "x" })),
          recommended_next_probes: many(1_000, () => ({ path: "a", reason: "b" })),
          confidence: 1n,
        },
      },
    },
  ],
  trajectory: [
    {
      what: "wrong counts",
      check: () => ({ method: "trajectory" }),
      evidence: {
        trajectory: { problem: null, lines: 9n, wrong_counts: many(45_000, () => "a") },
      },
    },
  ],
};

const ROWS = CHECK_METHODS.flatMap((method) =>
  WORST[method].map((worst) => ({ method, ...worst })),
);

test.each(ROWS)("$method with $what is judged within the budget", ({ check, evidence }) => {
  expect(chainJson(evidence).length).toBeLessThanOrEqual(MAX_EVIDENCE);
  const size = largest(check);
  const checks = asManyAs(check(size));
  expect(checks.length).toBeGreaterThan(0);
  // A check that fails ends the judgement of all, so each is judged by itself.
  const took = cpuMs(() => {
    for (const one of checks) judge(one, evidence);
  });
  expect(took).toBeLessThan(MAX_MS);
});

/** As a part of the whole of what is possible. */
function largest(check: Worst["check"]): number {
  const sizes = many(100, (at) => 1 - at / 100);
  return sizes.find((size) => isAccepted([check(size)])) ?? 0;
}

function asManyAs(check: Check): readonly Check[] {
  const counts = many(MAX_CHECKS, (at) => MAX_CHECKS - at);
  const most = counts.find((count) => isAccepted(many(count, () => check))) ?? 0;
  return many(most, () => check);
}

function isAccepted(checks: readonly Check[]): boolean {
  const read = fields({ checks: checks.map(checkJson) }, "terms");
  readChecks(read, "checks", "check", readCheck);
  return read.problem === null;
}
