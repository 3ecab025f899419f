import { expect, test } from "vitest";
import { fields } from "../canonical/fields.ts";
import type { JsonObject } from "../canonical/json.ts";
import { CHECK_KINDS, CHECK_METHODS, type Check } from "./kinds.ts";
import {
  checkJson,
  documentCheckJson,
  readCheck,
  readChecks,
  readDocumentCheck,
} from "./read-check.ts";

const CHECKS: readonly Check[] = [
  { method: "exit_code", expected: 7 },
  { method: "output_match", pattern: "^ok$" },
  { method: "principal" },
  {
    method: "patch",
    allowedPaths: ["src"],
    disallowedPaths: [],
    protectedPaths: ["src/**/*.test.ts"],
    commands: ["make test", "make lint"],
    target: "verification_commands",
    maxFiles: 20,
    maxBytes: 100_000,
  },
  {
    method: "review",
    diffFiles: [
      {
        path: "src/a.ts",
        ranges: [
          [1, 4],
          [9, 9],
        ],
      },
      { path: "moved.ts", ranges: [] },
    ],
    focus: ["security", "all"],
    depth: "thorough",
  },
  { method: "run", commands: [{ cmd: "make", continueOnFail: true }] },
  { method: "index", indexTypes: ["digests", "symbols"], treeSha256: `sha256:${"ab".repeat(32)}` },
  { method: "text", minLength: 1, maxLength: 100, outputSchema: { type: "object" } },
  { method: "embedding", count: 2, dimensions: 384, model: null, isDeterministic: false },
  {
    method: "schema",
    schemaId: "oa.retrieval_rerank.v1",
    limits: { ids: ["a", "b"], k: 1 },
  },
  { method: "trajectory" },
];

test("every method has a sample here", () => {
  expect(CHECKS.map(({ method }) => method)).toEqual(CHECK_METHODS);
});

test.each(CHECKS)("$method is read back from terms and from a document", (check) => {
  const terms = fields(checkJson(check), "check");
  expect(readCheck(terms, () => null)).toEqual(check);
  const document = fields(documentCheckJson(check), "check");
  expect(readDocumentCheck(document, () => null)).toEqual(check);
  expect([terms.problem, document.problem]).toEqual([null, null]);
});

test("no two methods have one name, in terms or in documents", () => {
  const names = [CHECK_METHODS, CHECK_KINDS.map(({ documentMethod }) => documentMethod)];
  for (const list of names) expect(new Set(list).size).toBe(CHECK_KINDS.length);
});

test("terms with an unknown method are refused with the list of known ones", () => {
  const read = fields({ method: "vibes" }, "check");
  readCheck(read, () => null);
  const problem = `expected one of ${CHECK_METHODS.join(", ")}; got "vibes"`;
  expect(read.problem).toEqual({ field: "check.method", problem });
});

test.each<JsonObject>([{ method: "make test" }, { method: "principal" }])(
  "in a document $method is the principal's to judge",
  (json) => {
    expect(readDocumentCheck(fields(json, "check"), () => null)).toEqual({ method: "principal" });
  },
);

test.each<{ what: string; checks: readonly JsonObject[]; problem: string | null }>([
  {
    what: "100 instructions",
    checks: ["a".repeat(48), "b".repeat(48)].map(pattern),
    problem: null,
  },
  {
    what: "too many instructions",
    checks: ["a".repeat(48), "b".repeat(84)].map(pattern),
    problem:
      "output_match takes up to 3870000 steps to judge, 6120000 with the checks before it; at most 6000000 for all checks of a contract",
  },
  {
    what: "too much JSON",
    checks: [200_000, 60_001].map((max) => texts(max)),
    problem:
      "text takes up to 1600020 steps to judge, 6000020 with the checks before it; at most 6000000 for all checks of a contract",
  },
])("checks together: $what", ({ checks, problem }) => {
  const problems = (["check", "read"] as const).map((how) => {
    const read = fields({ checks }, "terms");
    readChecks(read, "checks", how, readCheck);
    return read.problem;
  });
  const field = "terms.checks[1]";
  // What was accepted once is not measured again.
  expect(problems).toEqual([problem === null ? null : { field, problem }, null]);
});

function pattern(text: string): JsonObject {
  return { method: "output_match", pattern: text };
}

function texts(max: number): JsonObject {
  return { method: "text", min_length: 1n, max_length: BigInt(max), output_schema: {} };
}
