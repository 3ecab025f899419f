import { describe, expect, test } from "vitest";
import { MAX_NEW_BYTES, MAX_NEW_LINES, NewLines } from "./new-lines.ts";

const FAILURE = {
  command: "gcc -o app src/main.c",
  error: "src/main.c:3:10: error: 'total' undeclared (first use in this function)\n",
};
const FIX = "sed -i 's/total/sum/' src/main.c src/util.c";

function chosen(output: string): readonly string[] {
  return new NewLines().choose(output, FAILURE, FIX);
}

describe("a line that an honest agent needs", () => {
  test.each([
    {
      line: "src/util.c: error: implicit declaration of function 'sum'",
      as: "src/util.c: error: implicit declaration of function 'sum'",
    },
    {
      line: "src/main.c:57:3: error: expected ';' before 'sum'",
      as: "src/main.c:N:3: error: expected ';' before 'sum'",
    },
    {
      line: "   undefined   reference to `compute_everything'",
      as: "undefined reference to `…'",
    },
    {
      line: "ModuleNotFoundError: No module named 'requests'",
      as: "ModuleNotFoundError: No module named '…'",
    },
    { line: "Error: Cannot find module './main'", as: "Error: Cannot find module './main'" },
  ])("is shared: $line", ({ line, as }) => {
    expect(chosen(`compiling\n${line}\n`)).toEqual([as]);
  });
});

test.each([
  "all is well",
  "walnut harbour lantern error",
  "error: d29ybGQgb2Ygc2VjcmV0cyBhbmQgbGllcw==",
  "error: cannot find .:.:.,;.,:;,.",
  "error: cannot find \u200b\u200bfile",
  `error: cannot find ${"file ".repeat(60)}`,
  "e r r o r: a b c d",
  "error: cannot sed sum util sed sum util sum",
  FAILURE.error.trim(),
])("%s is not shared", (line) => {
  expect(chosen(`${line}\n`)).toEqual([]);
});

test("a contract shares at most so many lines and bytes, each line once", () => {
  const lines = new NewLines();
  const words = ["file", "directory", "option", "value", "path", "string", "number", "function"];
  const all: string[] = [];
  for (const first of words) {
    const output = words.map(
      (second) => `error: cannot find ${first} in ${second} ${"type ".repeat(9)}`,
    );
    const next = lines.choose([...output, ...output].join("\n"), FAILURE, FIX);
    lines.take(next);
    all.push(...next);
  }
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeLessThanOrEqual(MAX_NEW_LINES);
  expect(Buffer.byteLength(all.join("\n"))).toBeLessThanOrEqual(MAX_NEW_BYTES);
  expect(all.length).toBeGreaterThan(10);
});
