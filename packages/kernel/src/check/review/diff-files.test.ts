import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffFiles, MAX_DIFF_FILES, MAX_DIFF_RANGES } from "./diff-files.ts";

function filesOf(...lines: readonly string[]): unknown {
  const files = diffFiles(lines.join("\n"));
  return files.ok ? files.value.map(({ path, ranges }) => [path, ranges]) : files.refusal;
}

const HUNK = ["@@ -3,2 +3,3 @@ int main", " a", "+b", " c"];

describe("the files of a diff and their lines", () => {
  test.each<{ what: string; lines: readonly string[]; is: readonly unknown[] }>([
    {
      what: "a change that git wrote",
      lines: ["diff --git a/x.c b/x.c", "index 1..2 100644", "--- a/x.c", "+++ b/x.c", ...HUNK],
      is: [["x.c", [[3, 5]]]],
    },
    {
      what: "a change that diff wrote, with times",
      lines: ["--- old/x.c\t2020-01-01", "+++ new/x.c\t2020-01-02", ...HUNK],
      is: [["new/x.c", [[3, 5]]]],
    },
    {
      what: "two files without git's headers",
      lines: ["--- a/x", "+++ b/x", ...HUNK, "--- a/y", "+++ b/y", "@@ -1 +1 @@", "-a", "+b", ""],
      is: [
        ["x", [[3, 5]]],
        ["y", [[1, 1]]],
      ],
    },
    {
      what: "hunks that touch each other, and one that does not",
      lines: ["--- a/x", "+++ b/x", ...HUNK, "@@ -9 +6 @@", "+x", "-y", "@@ -20,0 +30 @@", "+z"],
      is: [
        [
          "x",
          [
            [3, 6],
            [30, 30],
          ],
        ],
      ],
    },
    {
      what: "a new file",
      lines: [
        "diff --git a/n b/n",
        "new file mode 100644",
        "--- /dev/null",
        "+++ b/n",
        "@@ -0,0 +1,2 @@",
        "+a",
        "+b",
      ],
      is: [["n", [[1, 2]]]],
    },
    {
      what: "a removed file, by its old lines",
      lines: ["diff --git a/o b/o", "--- a/o", "+++ /dev/null", "@@ -1,2 +0,0 @@", "-a", "-b"],
      is: [["o", [[1, 2]]]],
    },
    {
      what: "lines that are removed without context, by the line before",
      lines: ["--- a/x", "+++ b/x", "@@ -5,2 +4,0 @@", "-a", "-b", "@@ -1 +0,0 @@", "-c"],
      is: [
        [
          "x",
          [
            [1, 1],
            [4, 4],
          ],
        ],
      ],
    },
    {
      what: "a rename without changes",
      lines: ["diff --git a/a b b/c", "similarity index 100%", "rename from a b", "rename to c"],
      is: [["c", []]],
    },
    {
      what: "a mode, an empty file and a binary file, of which only the names are known",
      lines: [
        "diff --git a/run me.sh b/run me.sh",
        "old mode 100644",
        "new mode 100755",
        "diff --git a/e b/e",
        "new file mode 100644",
        "diff --git a/p.png b/p.png",
        "Binary files a/p.png and b/p.png differ",
      ],
      is: [
        ["run me.sh", []],
        ["e", []],
        ["p.png", []],
      ],
    },
    {
      what: "quoted names",
      lines: [
        'diff --git "a/\\303\\244\\t\\"\\\\.c" "b/\\303\\244\\t\\"\\\\.c"',
        '--- "a/\\303\\244\\t\\"\\\\.c"',
        '+++ "b/\\303\\244\\t\\"\\\\.c"',
        ...HUNK,
      ],
      is: [['ä\t"\\.c', [[3, 5]]]],
    },
    {
      what: "a quoted name of a file without hunks",
      lines: ['diff --git "a/\\303\\244" "b/\\303\\244"', "new file mode 100644"],
      is: [["ä", []]],
    },
    {
      what: "lines that look like headers, inside a hunk",
      lines: ["--- a/x", "+++ b/x", "@@ -1,3 +1,3 @@", "--- a/y", "+++ b/y", " @@ -1 +1 @@", " d"],
      is: [["x", [[1, 3]]]],
    },
    {
      what: "a file without a newline at its end, and one with Windows lines",
      lines: [
        "--- a/x\r",
        "+++ b/x\r",
        "@@ -1 +1 @@\r",
        "-a\r",
        "\\ No newline at end of file",
        "+b\r",
      ],
      is: [["x", [[1, 1]]]],
    },
    {
      what: "an empty line of context whose space was removed",
      lines: ["--- a/x", "+++ b/x", "@@ -1,2 +1,3 @@", "", "+b", " c"],
      is: [["x", [[1, 3]]]],
    },
    {
      what: "a mail around it",
      lines: [
        "From 12ab",
        "Subject: x",
        "---",
        " x | 1 +",
        "--- a/x",
        "+++ b/x",
        ...HUNK,
        "-- ",
        "2.39",
      ],
      is: [["x", [[3, 5]]]],
    },
    {
      what: "one file twice",
      lines: ["--- a/x", "+++ b/x", ...HUNK, "--- a/x", "+++ b/x", "@@ -1 +1 @@", "-a", "+b"],
      is: [
        [
          "x",
          [
            [1, 1],
            [3, 5],
          ],
        ],
      ],
    },
  ])("$what", ({ lines, is }) => {
    expect(filesOf(...lines)).toEqual(is);
  });
});

describe("a diff is refused", () => {
  const manyFiles = Array.from(
    { length: MAX_DIFF_FILES + 1 },
    (_, n) => `diff --git a/${n} b/${n}`,
  );
  const manyHunks = Array<string>(MAX_DIFF_RANGES + 1).fill("@@ -1 +1 @@\n-a\n+b");

  test.each<{ what: string; lines: readonly string[]; problem: string }>([
    { what: "without a file", lines: ["hello"], problem: "at least one file" },
    { what: "that is empty", lines: [], problem: "at least one file" },
    { what: "with a hunk of no file", lines: HUNK, problem: "line 1" },
    {
      what: "that ends inside a hunk",
      lines: ["--- a/x", "+++ b/x", "@@ -1,9 +1,9 @@", " a"],
      problem: "line 3",
    },
    {
      what: "with other text inside a hunk",
      lines: ["--- a/x", "+++ b/x", "@@ -1,2 +1,2 @@", " a", "x"],
      problem: "line 3",
    },
    {
      what: "with more lines than a header counts",
      lines: ["--- a/x", "+++ b/x", "@@ -1 +1 @@", "-a", "+b", "+c"],
      problem: "line 3",
    },
    {
      what: "with more added lines than counted",
      lines: ["--- a/x", "+++ b/x", "@@ -1,2 +1 @@", "+a", "+b"],
      problem: "line 3",
    },
    {
      what: "whose counts are huge",
      lines: ["--- a/x", "+++ b/x", "@@ -1,99999999 +1,99999999 @@", " a"],
      problem: "line 3",
    },
    {
      what: "whose numbers are too long",
      lines: ["--- a/x", "+++ b/x", "@@ -1 +999999999 @@", "-a", "+b"],
      problem: "line 3",
    },
    {
      what: "with a line 0",
      lines: ["--- a/x", "+++ b/x", "@@ -0 +0 @@", "-a", "+b"],
      problem: "line 3",
    },
    { what: "of a merge", lines: ["diff --cc x", "@@@ -1 -1 +1 @@@"], problem: "of a merge" },
    { what: "with an open quote", lines: ['--- "a/x', "+++ b/x", ...HUNK], problem: "line 1" },
    {
      what: "with bytes that are not UTF-8",
      lines: ['--- "a/\\377"', '+++ "b/\\377"', ...HUNK],
      problem: "line 1",
    },
    {
      what: "with an unknown escape",
      lines: ['--- "a/\\q"', '+++ "b/\\q"', ...HUNK],
      problem: "line 1",
    },
    { what: "with a file without a name", lines: ["--- a/", "+++ b/", ...HUNK], problem: "line 1" },
    {
      what: "with names that git's line leaves open",
      lines: ["diff --git a/x b/y"],
      problem: "names of 1 to 500",
    },
    {
      what: "with a long name",
      lines: ["--- a/x", `+++ b/${"x".repeat(501)}`, ...HUNK],
      problem: "names of 1 to 500",
    },
    { what: "with too many files", lines: manyFiles, problem: "more than 500 files" },
    {
      what: "with too many hunks",
      lines: ["--- a/x", "+++ b/x", ...manyHunks],
      problem: "more than 2000 hunks",
    },
    {
      what: "that is too long",
      lines: ["x".repeat(1_000_001)],
      problem: "more than 1000000 characters",
    },
  ])("$what", ({ lines, problem }) => {
    expect(filesOf(...lines)).toMatchObject({
      code: "malformed_terms",
      problem: expect.stringContaining(problem),
    });
  });
});

test("every hunk that is written is read back, whatever its lines say", () => {
  const line = fc.constantFrom("", "@@ -1 +1 @@", "-- a/x", "++ b/x", "diff --git a/x b/x", "\\ x");
  const hunk = fc.record({
    gap: fc.integer({ min: 2, max: 50 }),
    old: fc.array(line, { maxLength: 4 }),
    added: fc.array(line, { minLength: 1, maxLength: 4 }),
  });
  fc.assert(
    fc.property(fc.array(hunk, { minLength: 1, maxLength: 8 }), (hunks) => {
      let at = 0;
      const ranges: [number, number][] = [];
      const lines = hunks.flatMap(({ gap, old, added }) => {
        const first = at + gap;
        at = first + added.length - 1;
        ranges.push([first, at]);
        return [
          `@@ -${first},${old.length} +${first},${added.length} @@`,
          ...old.map((text) => `-${text}`),
          ...added.map((text) => `+${text}`),
        ];
      });
      expect(filesOf("--- a/x", "+++ b/x", ...lines)).toEqual([["x", ranges]]);
    }),
  );
});

test("no text makes it throw", () => {
  const part = fc.constantFrom(
    "--- ",
    "+++ ",
    "@@ -1 +1 @@",
    "diff --git ",
    '"a/',
    "\\3",
    "\n",
    "+",
    "-",
    " ",
    "rename to ",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      expect([true, false]).toContain(diffFiles(parts.join("")).ok);
    }),
    { numRuns: 2_000 },
  );
});
