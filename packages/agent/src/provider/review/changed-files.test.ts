import { expect, test } from "vitest";
import { changedFiles } from "./changed-files.ts";

const DIFF = [
  "diff --git a/src/a.ts b/src/a.ts",
  "index 1..2 100644",
  "--- a/src/a.ts",
  "+++ b/src/a.ts",
  "@@ -1,3 +1,4 @@ function f() {",
  " one",
  "-two",
  "+deux",
  "+trois\r",
  " four",
  "@@ -10 +11 @@",
  "-ten",
  "+dix",
  "\\ No newline at end of file",
  "diff --git a/new.py b/new.py",
  "new file mode 100644",
  "--- /dev/null",
  "+++ b/new.py",
  "@@ -0,0 +1,2 @@",
  "+--- a/not/a/header",
  "++++ b/nor this",
  "diff --git a/old b/old",
  "--- a/old",
  "+++ /dev/null",
  "@@ -1 +0,0 @@",
  "-gone",
  '--- "a/\\303\\251.js"',
  '+++ "b/\\303\\251.js"',
  "@@ -1 +1 @@",
  "-x",
  "+y",
  "",
].join("\n");

test("added lines have the numbers of the new file, whatever they say", () => {
  expect(changedFiles(DIFF)).toEqual([
    {
      path: "src/a.ts",
      isNew: false,
      isDeleted: false,
      added: [
        { line: 2, text: "deux" },
        { line: 3, text: "trois" },
        { line: 11, text: "dix" },
      ],
    },
    {
      path: "new.py",
      isNew: true,
      isDeleted: false,
      added: [
        { line: 1, text: "--- a/not/a/header" },
        { line: 2, text: "+++ b/nor this" },
      ],
    },
    { path: "old", isNew: false, isDeleted: true, added: [] },
    { path: "é.js", isNew: false, isDeleted: false, added: [{ line: 1, text: "y" }] },
  ]);
});

test.each(["", "hello", "@@ -1 +1 @@\n+x", "--- a/x", "+++ b/x\n@@ -0,0 +1 @@\n+x"])(
  "%j has no added lines",
  (diff) => {
    expect(changedFiles(diff).flatMap(({ added }) => added)).toEqual([]);
  },
);
