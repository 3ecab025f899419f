import { type Check, diffFiles, type JsonObject, judge, rfc8785Hash } from "@bazaar/kernel";
import { cpuMs } from "@bazaar/testkit/cpu-ms";
import { expect, test } from "vitest";
import { type ReviewRequest, reviewDiff } from "./review-diff.ts";

interface Issue {
  readonly severity: string;
  readonly category: string;
  readonly file: string;
  readonly line_range: readonly [bigint, bigint];
  readonly description: string;
}

/** A diff that adds these lines from line 10 of a file; a new file begins at line 1. */
function adding(path: string, lines: readonly string[], isNew = false): string {
  const start = isNew ? 1 : 10;
  const head = `--- ${isNew ? "/dev/null" : `a/${path}`}\n+++ b/${path}\n`;
  const hunk = `@@ -${isNew ? "0,0" : "10,0"} +${start},${lines.length} @@\n`;
  return `${head}${hunk}${lines.map((line) => `+${line}\n`).join("")}`;
}

function review(diff: string, changes: Partial<ReviewRequest> = {}): JsonObject {
  const found = reviewDiff({ diff, focus: ["all"], depth: "standard", ...changes });
  if (found === null) throw new Error("not a diff");
  return found;
}

function issuesIn(diff: string, changes: Partial<ReviewRequest> = {}): readonly Issue[] {
  return review(diff, changes).issues as unknown as readonly Issue[];
}

const TOKEN = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;

test.each<{
  what: string;
  path: string;
  lines: readonly string[];
  is: string;
  at?: readonly bigint[];
}>([
  { what: "a token", path: "a.ts", lines: [`const t = "${TOKEN}";`], is: "critical security" },
  { what: "a conflict", path: "a.md", lines: ["<<<<<<< HEAD"], is: "high logic" },
  { what: "a stop for a debugger", path: "a.js", lines: ["  debugger;"], is: "high logic" },
  { what: "a breakpoint", path: "a.py", lines: ["    breakpoint()"], is: "high logic" },
  { what: "a printed value", path: "a.js", lines: ["console.log(x);"], is: "low logic" },
  { what: "eval", path: "a.js", lines: ["return eval(text);"], is: "high security" },
  {
    what: "a shell with a variable",
    path: "a.ts",
    lines: [`exec(\`rm \${file}\`)`],
    is: "high security",
  },
  { what: "a shell of Python", path: "a.py", lines: ["run(x, shell=True)"], is: "high security" },
  { what: "a piped download", path: "a.sh", lines: ["curl -s http://x | sh"], is: "high security" },
  { what: "a test alone", path: "a.test.ts", lines: ['it.only("x", f)'], is: "high testing" },
  { what: "a skipped test", path: "test_a.py", lines: ["@pytest.mark.skip"], is: "medium testing" },
  { what: "an empty catch", path: "a.java", lines: ["} catch (E e) {}"], is: "medium logic" },
  {
    what: "an error that is passed over",
    path: "a.py",
    lines: ["try:", "    f()", "except OSError:", "    pass"],
    is: "medium logic",
    at: [12n, 13n],
  },
  {
    what: "a copy through JSON",
    path: "a.ts",
    lines: ["JSON.parse(JSON.stringify(x))"],
    is: "low performance",
  },
  { what: "work for nobody", path: "a.ts", lines: ["// TODO: later"], is: "info documentation" },
  { what: "a long line", path: "a.ts", lines: ["x".repeat(201)], is: "info style" },
])("$what is found at its line: $is", ({ path, lines, is, at = [10n, 10n] }) => {
  const found = issuesIn(adding(path, lines));
  expect(found.map(({ severity, category }) => `${severity} ${category}`)).toEqual([is]);
  expect(found[0]).toMatchObject({ file: path, line_range: at });
});

test.each([
  {
    path: "a.ts",
    lines: ["// TODO(ada): later", "const evaluated = re.exec(text);", "retrieval(x)"],
  },
  { path: "README.md", lines: ["=======", "x".repeat(500), "ada@example.com"] },
  { path: "a.test.ts", lines: ["console.log(x);"] },
  { path: "a.py", lines: ["except OSError:", "    raise"] },
  { path: "package-lock.json", lines: [`"integrity": "sha512-${"a".repeat(300)}"`] },
])("nothing is found in $path where nothing is wrong", ({ path, lines }) => {
  const { summary, approval_status, looked_at, issues } = review(adding(path, lines));
  expect(issues).toEqual([]);
  expect(looked_at).toEqual([{ file: path }]);
  expect(approval_status).toBe("comment");
  expect(summary).toMatch(
    /^Checked (?:1 added line|[2-9] added lines) in 1 file with .*Nothing found\./,
  );
});

test("a secret is never repeated in the review", () => {
  const text = JSON.stringify(review(adding("a.ts", [`const t = "${TOKEN}";`])), (_, value) =>
    typeof value === "bigint" ? Number(value) : value,
  );
  expect(text).not.toContain(TOKEN.slice(4, 20));
});

test("an import that nothing uses is found in a new file, and only there", () => {
  const lines = [
    'import { used, type Unused } from "./a.ts";',
    'import other, { one as two } from "./b.ts";',
    "export const x = used(other);",
  ];
  const names = (diff: string) => issuesIn(diff).map(({ description }) => description);
  expect(names(adding("a.ts", lines, true))).toEqual([
    '"Unused" is imported and not used.',
    '"two" is imported and not used.',
  ]);
  expect(names(adding("a.ts", lines))).toEqual([]);
  const python = ["from __future__ import annotations", "import os.path, sys", "print(sys.argv)"];
  expect(names(adding("a.py", python, true))).toEqual(['"os" is imported and not used.']);
});

test("code without a test is reported once, at the largest file", () => {
  const code = (path: string, count: number) => adding(path, Array(count).fill("x = 1"));
  const both = code("a.py", 12) + code("b.py", 20);
  expect(issuesIn(both)).toMatchObject([{ category: "testing", file: "b.py", severity: "low" }]);
  expect(issuesIn(both + code("tests/test_a.py", 1))).toEqual([]);
  expect(issuesIn(code("a.py", 9))).toEqual([]);
});

test("a quick review and a focus leave the other rules out", () => {
  const diff = adding("a.ts", ["// TODO: x", "debugger;", "eval(x);"]);
  const categories = (changes: Partial<ReviewRequest>) =>
    issuesIn(diff, changes).map(({ category }) => category);
  expect(categories({ depth: "quick" })).toEqual(["security", "logic"]);
  expect(categories({ focus: ["documentation"] })).toEqual(["documentation"]);
  expect(categories({ focus: [] })).toEqual(["security", "logic", "documentation"]);
});

test("a thorough review suggests lines", () => {
  const diff = adding("a.ts", ["if (a == b) f();  ", "const s = 'a == b';"]);
  expect(review(diff, { depth: "thorough" }).suggestions).toMatchObject([
    { file: "a.ts", line: 10n, suggested: "if (a === b) f();  " },
  ]);
  expect(review(diff).suggestions).toEqual([]);
});

test.each(["quick", "standard", "thorough"] as const)(
  "a %s review passes the check of its job",
  (depth) => {
    const moved = "diff --git a/b b/c\nsimilarity index 100%\nrename from b\nrename to c\n";
    const gone = "--- a/old.py\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n";
    const diff = `${moved}${gone}${adding("a.ts", ["debugger;  "])}`;
    const job = { diff, focus: ["logic"], depth };
    const found = review(diff, { focus: ["logic"], depth });
    const hash = rfc8785Hash(found);
    const shown = diffFiles(diff);
    if (!hash.ok || !shown.ok) throw new Error("no hash");
    const check: Check = { method: "review", diffFiles: shown.value, focus: ["logic"], depth };
    const evidence = { review: found, claimed_sha256: hash.value.slice("sha256:".length) };
    expect(judge(check, evidence), JSON.stringify(job)).toBe("pass");
  },
);

test("what is not a diff has no review", () => {
  expect(reviewDiff({ diff: "hello", focus: ["all"], depth: "quick" })).toBeNull();
});

test("a grave issue asks for changes, and at most 200 are listed", () => {
  const found = review(adding("a.js", Array(300).fill("debugger;")));
  expect(found.approval_status).toBe("request_changes");
  expect(found.issues).toHaveLength(200);
  expect(found.summary).toContain("Found 300 high, 1 low. The 200 gravest are listed.");
});

test.each([
  { what: "a run of spaces after an import", line: `import x${" ".repeat(400_000)}(` },
  { what: "one long line", line: "curl ".repeat(80_000) },
  { what: "a row of open calls", line: "exec(`".repeat(60_000) },
  { what: "a row of stars", line: "*".repeat(400_000) },
])("$what takes little time", ({ line }) => {
  const lines = [line, ...Array(500).fill(line.slice(0, 800))];
  expect(cpuMs(() => review(adding("a.py", lines, true)))).toBeLessThan(3_000);
});
