import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test.each([
  ["colours", "\u001b[31mred\u001b[0m", "red"],
  ["colours in eight bits", "\u009b31mred", "red"],
  ["a title", "\u001b]0;owned\u0007after", "after"],
  ["a link", "\u001b]8;;https://example.org\u001b\\here\u001b]8;;\u001b\\", "here"],
  ["a title without an end", "a\u001b]0;owned\nb", "a\nb"],
  ["a screen that is cleared", "\u001bcclean", "clean"],
  ["an escape in an escape", "\u001b\u001b[31m[31mred", "[31mred"],
  ["an escape at the end", "end\u001b[", "end"],
  ["control characters", "a\u0000b\u0008c\u007fd", "abcd"],
  ["a line that overwrites another", "rm -rf\rls", "rm -rf\nls"],
  ["line ends", "a\r\nb\u2028c\u2029d\u0085e", "a\nb\nc\nd\ne"],
  ["spaces without width", "i\u200bg\u200cn\u200do\ufeffr\u2060e", "ignore"],
  ["directions", "\u202egnp.\u202ctxt\u2066x\u2069", "gnp.txtx"],
  ["letters nobody sees", "hi\u{e0068}\u{e0069}", "hi"],
  ["half a character", "a\ud800b", "ab"],
  [
    "what people write",
    'Grüße, 世界 👍\n\tif (a < b) { "x\\u0041" }',
    'Grüße, 世界 👍\n\tif (a < b) { "x\\u0041" }',
  ],
])("of %s, what a person sees is left", (_, text, left) => {
  expect(plainText(text)).toBe(left);
});

test("what is left has nothing more to remove", () => {
  const parts = [
    "\u001b",
    "[",
    "31m",
    "]",
    "0;",
    "\u0007",
    "\\",
    "\u009b",
    "\u200b",
    "\r",
    "\n",
    "x",
  ];
  for (let seed = 0; seed < 20_000; seed += 1) {
    const text = [1, 12, 144, 1_728].map((step) => parts[Math.floor(seed / step) % 12]).join("");
    const left = plainText(text);
    expect(plainText(left), JSON.stringify(text)).toBe(left);
  }
});
