import fc from "fast-check";
import { expect, test } from "vitest";
import { lastPart, plainOutput } from "./plain-output.ts";

test.each([
  { what: "plain lines", output: "a\nb\n", plain: "a\nb\n" },
  { what: "a terminal's line ends", output: "a\r\nb\r\r\n", plain: "a\nb\n" },
  { what: "colours", output: "\x1b[1;31merror\x1b[0m: \x1b[Kx", plain: "error: x" },
  { what: "a title and a link", output: "\x1b]0;t\x07a\x1b]8;;http://x\x1b\\b", plain: "ab" },
  { what: "a title that never ends", output: "a\x1b]0;t\nb", plain: "a\nb" },
  { what: "character sets and resets", output: "\x1b(Ba\x1bcb\x1b", plain: "ab" },
  { what: "a progress bar", output: "10%\r50%\r100%\ndone", plain: "100%\ndone" },
  {
    what: "a spinner",
    output: "⠙\x1b[1G\x1b[0K\x1b[1mnpm\x1b[22m error\r\n",
    plain: "npm error\n",
  },
  { what: "a bar that ends where it began", output: "10%\r100%\r", plain: "100%" },
])("$what", ({ output, plain }) => {
  expect(plainOutput(output)).toBe(plain);
});

const LENGTH = 1_000_000;

test.each([
  { what: "one long line", piece: "x" },
  { what: "carriage returns", piece: "\r" },
  { what: "a line written over again and again", piece: "x\r" },
  { what: "escapes", piece: "\x1b" },
  { what: "orders that never end", piece: "\x1b[1;" },
  { what: "titles that never end", piece: "\x1b]" },
])("a megabyte of $what is read in bounded time", ({ piece }) => {
  const output = piece.repeat(LENGTH / piece.length);
  expect(plainOutput(output).length).toBeLessThanOrEqual(output.length);
});

test("one escape sequence of a megabyte is read in bounded time", () => {
  expect(plainOutput(`\x1b${"?;".repeat(LENGTH / 2)}!`)).toContain("!");
});

test("the last part of a text says how much is missing, and holds no half character", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", minLength: 101, maxLength: 500 }),
      fc.integer({ min: 70, max: 100 }),
      (binary, limit) => {
        const text = binary.toWellFormed();
        const part = lastPart(text, limit);
        const [note = "", missing] =
          /^\[(\d+) characters before this left out\]\n/.exec(part) ?? [];
        expect(part.length).toBeLessThanOrEqual(limit);
        expect(part.length - note.length + Number(missing)).toBe(text.length);
        expect(text.endsWith(part.slice(note.length))).toBe(true);
        expect(part.isWellFormed()).toBe(true);
      },
    ),
  );
});
