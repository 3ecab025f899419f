import { expect, test } from "vitest";
import { behindBar, onOneLine } from "./inert-lines.ts";

test.each([
  { what: "line ends", text: " a\n\tb\r\nc ", line: "a b c" },
  { what: "what a terminal acts on", text: "\u001b]0;x\u0007", line: "\\u{1b}]0;x\\u{7}" },
  { what: "what turns text round", text: "a\u202eb\u2028c", line: "a\\u{202e}b\\u{2028}c" },
  { what: "what is too long", text: "x".repeat(30), line: `${"x".repeat(23)}…` },
  { what: "what is written in two units", text: "😀".repeat(24), line: "😀".repeat(24) },
])("$what stays on one line of bounded length", ({ text, line }) => {
  expect(onOneLine(text, 24)).toBe(line);
});

test("lines from outside are printed behind a bar, up to a limit", () => {
  const lines = behindBar(Array.from({ length: 15 }, (_, at) => `line ${at}`).join("\n"));
  expect(lines).toHaveLength(13);
  expect(lines.every((line) => line.startsWith("│ "))).toBe(true);
  expect(lines.at(-1)).toBe("│ … 3 lines more");
});

test("a very long text is cut before it is processed, and its length is printed", () => {
  const [first, last] = behindBar("y".repeat(1_000_000));
  expect(first).toBe(`│ ${"y".repeat(199)}…`);
  expect(last).toBe("│ … 1000000 characters in all");
});
