import { expect, test } from "vitest";
import { cutMiddle } from "./cut-middle.ts";

test.each([
  { text: "short", most: 5, is: "short" },
  { text: "abcdefghij", most: 5, is: "ab…ij" },
  { text: "abcdefghij", most: 6, is: "abc…ij" },
  { text: "abcdefghij", most: 2, is: "a…" },
  { text: "🦊🦊🦊🦊", most: 3, is: "🦊…🦊" },
])("$text in $most columns is $is", ({ text, most, is }) => {
  expect(cutMiddle(text, most)).toBe(is);
});
