import { expect, test } from "vitest";
import { asciiJson, onOneLine } from "./print.ts";

test("JSON for a terminal is printable ASCII and reads as before", () => {
  const value = { "é\u009b": ["\u202e", "😀", "\ud800", "a\nb\u007f", "plain"] };
  const text = asciiJson(`${JSON.stringify(value)}\n`);
  expect(text).toMatch(/^[\x20-\x7e]+\n$/);
  expect(JSON.parse(text)).toEqual(value);
});

test("text of strangers stays on its line, and moves no cursor", () => {
  expect(onOneLine("a\r\nb\rc\n\td\u001b[2Kpaid\u2028e")).toBe(
    "a\\nb\\u{d}c\\n\\td\\u{1b}[2Kpaid\\u{2028}e",
  );
});
