import { expect, test } from "vitest";
import { countLines, cut, givenText, hold } from "./given-text.ts";
import { lineCounter } from "./line-counter.ts";

test.each([
  { where: "in the rest", from: 3, to: 5, text: "34" },
  { where: "up to the end of the rest", from: 3, to: 6, text: "345" },
  { where: "over the end of the rest", from: 4, to: 8, text: "4567" },
  { where: "in the last piece", from: 6, to: 9, text: "678" },
])("what is cut $where is what was given there", ({ from, to, text }) => {
  const given = givenText();
  hold(given, 0, "012345");
  hold(given, 2, "6789");
  expect(cut(given, from, to)).toBe(text);
});

test("what is held goes back as far as it was asked to, however small the pieces are", () => {
  const given = givenText();
  for (const piece of "0123456789") hold(given, 0, piece);
  expect(cut(given, 0, 10)).toBe("0123456789");
});

test.each([
  { where: "in the rest", until: 4, line: 2, column: 2 },
  { where: "behind a line end that ends the rest", until: 7, line: 3, column: 2 },
  { where: "behind a line end in the last piece", until: 9, line: 4, column: 1 },
])("lines are counted through both parts, $where", ({ until, line, column }) => {
  const given = givenText();
  hold(given, 0, "ab\ncd\n");
  hold(given, 1, "ef\ngh");
  const lines = lineCounter();
  countLines(lines, given, 2);
  countLines(lines, given, until);
  expect(lines).toMatchObject({ line, column });
});
