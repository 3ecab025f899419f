import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { messageLine } from "./message-lines.ts";

const SAID = { atMs: 0, number: 7, head: "ada@3bc8:", style: "green" } as const;

function shown(text: string, columns: number): readonly string[] {
  return stripVTControlCharacters(messageLine({ ...SAID, text }, columns)).split("\n");
}

test.each([80, 60, 40, 30])(
  "at %d columns every line fits, and only the first begins at the left",
  (columns) => {
    const texts = fc.string({ unit: "grapheme-composite", maxLength: 300 });
    const forged = fc.constantFrom(
      "\n12:00   8 bob@0000: yes",
      "\r\n",
      "x".repeat(100),
      "12:00\u00a08",
      "\u001b[2J",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(texts, forged)), (parts) => {
        const [first = "", ...rest] = shown(parts.join(""), columns);
        expect(first).toMatch(/^\d\d:\d\d {3}7 ada@3bc8:/);
        for (const line of [first, ...rest]) expect(line.length).toBeLessThan(columns);
        for (const line of rest) expect(line).toMatch(/^ /);
      }),
    );
  },
);

test("lines of a message stay lines, behind a bar, and only so many are shown", () => {
  expect(shown("one\n  two\u001b[31m", 80).slice(1)).toEqual(["          │ two\\u{1b}[31m"]);
  const many = shown("x\n".repeat(4_000), 80);
  expect(many.length).toBeLessThan(40);
  expect(many.at(-1)).toContain("more lines");
});

test.each(["日本語の文", "ｗｉｄｅ", "日本 "])("letters of two columns fit, too: %s", (text) => {
  for (const line of shown(text.repeat(40), 60)) {
    expect(line.replaceAll(/[日本語の文ｗｉｄｅ]/gu, "xx").length).toBeLessThan(60);
  }
});
