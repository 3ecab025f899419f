import { expect, test } from "vitest";
import { asciiJson } from "./print.ts";

test("JSON for a terminal is printable ASCII and reads as before", () => {
  const value = { "é\u009b": ["\u202e", "😀", "\ud800", "a\nb\u007f", "plain"] };
  const text = asciiJson(`${JSON.stringify(value)}\n`);
  expect(text).toMatch(/^[\x20-\x7e]+\n$/);
  expect(JSON.parse(text)).toEqual(value);
});
