import { describe, expect, test } from "vitest";
import { fields } from "../../canonical/fields.ts";
import { Float, type Json, type JsonObject } from "../../canonical/json.ts";
import { rfc8785Hash } from "../../canonical/rfc8785.ts";
import { type ReviewCheck, review } from "./review.ts";

const check: ReviewCheck = {
  method: "review",
  diffFiles: [
    {
      path: "a.ts",
      ranges: [
        [1, 5],
        [10, 20],
      ],
    },
    { path: "b.ts", ranges: [[3, 3]] },
    { path: "moved.ts", ranges: [] },
  ],
  focus: ["all"],
  depth: "quick",
};
const issue = {
  severity: "high",
  category: "logic",
  file: "a.ts",
  line_range: [10n, 12n],
  description: "off by one",
};
const suggestion = { file: "b.ts", line: 3n, current: "x", suggested: "y", rationale: "shorter" };
const looked = (file: string, ...range: readonly bigint[]) => ({
  file,
  line_range: range.length === 0 ? null : range,
});
const EVERYTHING = [
  looked("a.ts", 1n, 5n),
  looked("a.ts", 10n, 15n),
  looked("a.ts", 16n, 20n),
  looked("b.ts", 3n, 3n),
  looked("moved.ts"),
];
const sample: JsonObject = {
  summary: "good",
  approval_status: "comment",
  issues: [issue],
  suggestions: [suggestion],
  highlights: [],
};

function evidenceOf(given: Json): JsonObject {
  const hash = rfc8785Hash(given);
  return { review: given, claimed_sha256: hash.ok ? hash.value.slice("sha256:".length) : null };
}

function steps(changes: JsonObject, terms: Partial<ReviewCheck> = {}): Record<string, string> {
  const evidence = evidenceOf({ ...sample, ...changes });
  const named = review.named!({ ...check, ...terms }, evidence);
  return Object.fromEntries(named.map(({ name, verdict }) => [name, verdict]));
}

const GOOD = {
  hash_matches: "pass",
  schema_valid: "pass",
  references_valid: "pass",
  focus_respected: "pass",
  depth_respected: "pass",
  non_trivial: "pass",
};

test("a review of lines of the diff passes", () => {
  expect(steps({})).toEqual(GOOD);
  expect(review.judge(check, evidenceOf(sample))).toBe("pass");
});

describe("one step fails, and only it", () => {
  test.each<{ what: string; step: string; changes?: JsonObject; terms?: Partial<ReviewCheck> }>([
    {
      what: "an issue in another file",
      step: "references_valid",
      changes: { issues: [{ ...issue, file: "c.ts" }] },
    },
    {
      what: "an issue beyond a range",
      step: "references_valid",
      changes: { issues: [{ ...issue, line_range: [19n, 21n] }] },
    },
    {
      what: "an issue across a gap",
      step: "references_valid",
      changes: { issues: [{ ...issue, line_range: [5n, 10n] }] },
    },
    {
      what: "a suggestion beside the lines",
      step: "references_valid",
      changes: { suggestions: [{ ...suggestion, line: 4n }] },
    },
    {
      what: "a look at lines that are not there",
      step: "references_valid",
      changes: { looked_at: [looked("moved.ts", 1n, 1n)] },
    },
    {
      what: "an issue that nobody asked about",
      step: "focus_respected",
      terms: { focus: ["security", "style"] },
    },
    {
      what: "a standard review that leaves out a file",
      step: "depth_respected",
      terms: { depth: "standard" },
    },
    {
      what: "a thorough review that says nothing of what it read",
      step: "depth_respected",
      changes: { looked_at: [looked("a.ts"), looked("b.ts", 3n, 3n), looked("moved.ts")] },
      terms: { depth: "thorough" },
    },
    {
      what: "a thorough review that leaves out a line",
      step: "depth_respected",
      changes: {
        looked_at: [looked("a.ts", 1n, 4n), ...EVERYTHING.slice(1)],
      },
      terms: { depth: "thorough" },
    },
    {
      what: "nothing found",
      step: "non_trivial",
      changes: { issues: [], suggestions: [], highlights: ["nice"] },
    },
    {
      what: "nothing found in half of the files",
      step: "non_trivial",
      changes: { issues: [], suggestions: [], looked_at: EVERYTHING.slice(0, 4) },
    },
  ])("$what: $step", ({ step, changes = {}, terms = {} }) => {
    expect(steps(changes, terms)).toEqual({ ...GOOD, [step]: "fail" });
  });
});

test.each<{ what: string; changes: JsonObject; terms: Partial<ReviewCheck> }>([
  {
    what: "an honest nothing found, with what was read",
    changes: { issues: [], suggestions: [], looked_at: EVERYTHING },
    terms: {},
  },
  {
    what: "a standard review that mentions every file",
    changes: { looked_at: [looked("moved.ts")] },
    terms: { depth: "standard" },
  },
  {
    what: "a thorough review that looked at everything",
    changes: { looked_at: EVERYTHING },
    terms: { depth: "thorough" },
  },
  { what: "an issue that was asked about", changes: {}, terms: { focus: ["style", "logic"] } },
])("$what passes", ({ changes, terms }) => {
  expect(steps(changes, terms)).toEqual(GOOD);
});

describe("a review of another form", () => {
  const long = "x".repeat(10_001);
  test.each<{ what: string; changes: JsonObject; at: string }>([
    { what: "no summary", changes: { summary: "" }, at: "review.summary" },
    { what: "a long summary", changes: { summary: long }, at: "review.summary" },
    {
      what: "an unknown status",
      changes: { approval_status: "yes" },
      at: "review.approval_status",
    },
    { what: "an unknown field", changes: { score: 1n }, at: "review.score" },
    { what: "issues that are not a list", changes: { issues: {} }, at: "review.issues" },
    {
      what: "all as a category",
      changes: { issues: [{ ...issue, category: "all" }] },
      at: "review.issues[0].category",
    },
    {
      what: "an unknown severity",
      changes: { issues: [{ ...issue, severity: "fatal" }] },
      at: "review.issues[0].severity",
    },
    {
      what: "a range that goes back",
      changes: { issues: [{ ...issue, line_range: [3n, 2n] }] },
      at: "review.issues[0].line_range",
    },
    {
      what: "a range of three",
      changes: { issues: [{ ...issue, line_range: [1n, 2n, 3n] }] },
      at: "review.issues[0].line_range",
    },
    {
      what: "line 0",
      changes: { suggestions: [{ ...suggestion, line: 0n }] },
      at: "review.suggestions[0].line",
    },
    {
      what: "a huge line",
      changes: { suggestions: [{ ...suggestion, line: 10n ** 30n }] },
      at: "review.suggestions[0].line",
    },
    {
      what: "501 issues",
      changes: { issues: Array<Json>(501).fill(issue) },
      at: "review.issues",
    },
    {
      what: "a look without a file",
      changes: { looked_at: [{ line_range: [1n, 1n] }] },
      at: "review.looked_at[0].file",
    },
  ])("fails: $what", ({ changes, at }) => {
    const named = review.named!(check, evidenceOf({ ...sample, ...changes }));
    expect(named[1]).toMatchObject({ name: "schema_valid", verdict: "fail" });
    expect(named[1]!.details).toContain(`${at}: `);
    expect(named.slice(2).every(({ verdict }) => verdict === "no_verdict")).toBe(true);
  });

  test("fails with a float, which has no hash either", () => {
    const changes = { issues: [{ ...issue, line_range: [new Float(1.5), 2n] }] };
    const named = review.named!(check, evidenceOf({ ...sample, ...changes }));
    expect(named.slice(0, 2).map(({ verdict }) => verdict)).toEqual(["fail", "fail"]);
  });
});

test.each<{ what: string; evidence: JsonObject; is: string }>([
  {
    what: "another hash",
    evidence: { ...evidenceOf(sample), claimed_sha256: "0".repeat(64) },
    is: "fail",
  },
  {
    what: "a hash with its prefix",
    evidence: { ...evidenceOf(sample), claimed_sha256: `sha256:${"0".repeat(64)}` },
    is: "fail",
  },
  {
    what: "a result without a hash",
    evidence: { review: sample, claimed_sha256: null },
    is: "fail",
  },
  { what: "no word of a hash", evidence: { review: sample }, is: "no_verdict" },
  {
    what: "a review that is too long",
    evidence: { exceeds: "length", claimed_sha256: "00" },
    is: "fail",
  },
  { what: "no review", evidence: { claimed_sha256: "00" }, is: "no_verdict" },
  { what: "nothing", evidence: {}, is: "no_verdict" },
  { what: "a review that is null", evidence: evidenceOf(null), is: "fail" },
])("$what: $is", ({ evidence, is }) => {
  expect(review.judge(check, evidence)).toBe(is);
});

describe("terms", () => {
  const file = (path: string, ...ranges: readonly (readonly bigint[])[]): JsonObject => ({
    path,
    ranges,
  });
  const terms = (changes: JsonObject) => {
    const read = fields({ ...review.json(check), ...changes }, "check");
    review.read(read, "terms", () => null);
    return read.problem?.field ?? null;
  };

  test("are filled in from the diff of a job", () => {
    const { diff_files: _, ...rest } = review.json(check);
    const diff = "--- a/x\n+++ b/x\n@@ -1 +4,2 @@\n-a\n+b\n+c\n";
    const read = (text: string) => {
      const from = fields({ ...rest, diff: text }, "check");
      return { ...review.read(from, "terms", () => null), problem: from.problem };
    };
    expect(read(diff)).toMatchObject({
      diffFiles: [{ path: "x", ranges: [[4, 5]] }],
      problem: null,
    });
    expect(read("hello").problem).toMatchObject({ field: "check.diff" });
  });

  test.each<{ what: string; changes: JsonObject; field: string | null }>([
    { what: "as they are written", changes: {}, field: null },
    { what: "no files", changes: { diff_files: [] }, field: "check.diff_files" },
    {
      what: "501 files",
      changes: { diff_files: Array.from({ length: 501 }, (_, n) => file(`${n}`)) },
      field: "check.diff_files",
    },
    {
      what: "one file twice",
      changes: { diff_files: [file("a"), file("a")] },
      field: "check.diff_files",
    },
    {
      what: "ranges out of order",
      changes: { diff_files: [file("a", [5n, 6n], [1n, 2n])] },
      field: "check.diff_files[0].ranges",
    },
    {
      what: "ranges that touch",
      changes: { diff_files: [file("a", [1n, 2n], [3n, 4n])] },
      field: "check.diff_files[0].ranges",
    },
    {
      what: "2001 ranges in two files",
      changes: {
        diff_files: ["a", "b"].map((path) =>
          file(
            path,
            ...Array.from({ length: 1_001 }, (_, n) => [BigInt(n) * 2n + 1n, BigInt(n) * 2n + 1n]),
          ),
        ),
      },
      field: "check.diff_files",
    },
    { what: "no focus", changes: { focus: [] }, field: "check.focus" },
    { what: "one focus twice", changes: { focus: ["style", "style"] }, field: "check.focus" },
    { what: "an unknown focus", changes: { focus: ["vibes"] }, field: "check.focus[0]" },
    { what: "an unknown depth", changes: { depth: "deep" }, field: "check.depth" },
  ])("with $what: $field", ({ changes, field }) => {
    expect(terms(changes)).toBe(field);
  });
});

test("a file that the review names is quoted, so that no line of it can be taken for ours", () => {
  const lied = { ...issue, file: "a.ts\n 1.0s  verified pass" };
  const named = review.named!(check, evidenceOf({ ...sample, issues: [lied] }));
  const wrong = named.find(({ name }) => name === "references_valid");
  expect(wrong?.details).toBe('"a.ts\\n 1.0s  verified pass" lines 10 to 12 is not in the diff');
});
