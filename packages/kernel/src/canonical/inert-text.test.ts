import { expect, test } from "vitest";
import { inertText } from "./inert-text.ts";

test.each([
  { what: "a zero-width space", text: "a\u200bb", shown: "a\\u{200b}b" },
  { what: "a reversed line", text: "\u202eabc", shown: "\\u{202e}abc" },
  { what: "an escape sequence", text: "\u001b[2J", shown: "\\u{1b}[2J" },
  { what: "a lone line return", text: "a\rb", shown: "a\\u{d}b" },
  { what: "another line separator", text: "a\u2028b\u0085c", shown: "a\\u{2028}b\\u{85}c" },
  { what: "a letter of the invisible alphabet", text: "\u{e0041}", shown: "\\u{e0041}" },
  { what: "a variation selector", text: "a\ufe0f", shown: "a\\u{fe0f}" },
  { what: "a Hangul filler", text: "\u3164", shown: "\\u{3164}" },
  { what: "half a character", text: "a\ud800b", shown: "a\\u{d800}b" },
])("$what is written out", ({ text, shown }) => {
  expect(inertText(text)).toBe(shown);
});

test("visible text stays: letters of every language, tabs, line ends", () => {
  const text = "naïve\tобразец\n编译失败 🙂 <b>|";
  expect(inertText(text)).toBe(text);
  expect(inertText("a\r\nb")).toBe("a\nb");
});
