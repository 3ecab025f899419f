import { expect, test } from "vitest";
import { keepsLosses, losesSomething, mayCorrect, runs } from "./script-line.ts";

test.each([
  { line: "cat conf/ap.ini", tool: "cat", is: true },
  { line: "\t@cat conf/ap.ini | sort", tool: "cat", is: true },
  { line: "cat conf/ap.ini 2> /dev/null", tool: "cat", is: true },
  { line: "rm -f conf/ap.ini", tool: "cat", is: false },
  { line: "rm -f conf/ap.ini", tool: "rm", is: false },
  { line: "grep x conf/ap.ini", tool: "cat", is: false },
  { line: "cat x > conf/ap.ini", tool: "cat", is: false },
  { line: "cat conf/ap.ini >> all.ini", tool: "cat", is: false },
  { line: "find conf/ap.ini -delete", tool: "find", is: false },
  { line: "cat conf/ap.ini; wc conf/ap.ini", tool: "cat", is: false },
])("whether a message of $tool may correct a word of: $line", ({ line, tool, is }) => {
  expect(mayCorrect(line, "conf/ap.ini", tool)).toBe(is);
});

test.each([
  { from: "cat ap.ini && rm -f x", to: "cat app.ini && rm -f x", is: true },
  { from: "cat ap.ini && rm -f x", to: "cat ap.ini && rm -f xx", is: false },
  { from: "cmp a b", to: "cp a b", is: false },
  { from: "xargs echo", to: "xargs rm", is: false },
  { from: "cat a", to: "cat > a", is: false },
])("whether $to loses no more than $from", ({ from, to, is }) => {
  expect(keepsLosses(from, to)).toBe(is);
});

test("a script that removes or writes something loses something", () => {
  expect(losesSomething("cd build\nmake\n")).toBe(false);
  expect(losesSomething("cd build\nrm -rf *\n")).toBe(true);
  expect(losesSomething("cd build\ndate > when.txt\n")).toBe(true);
});

test("a program is what a line starts, and not what it names", () => {
  expect(runs("\tecoh done", "ecoh")).toBe(true);
  expect(runs("rm ecoh", "ecoh")).toBe(false);
});
