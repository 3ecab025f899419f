import { expect, test } from "vitest";
import { isOtherFile } from "./same-kind.ts";

test.each([
  ["report-2024.txt", "report-2025.txt"],
  ["v1", "v2"],
  ["b.txt", "a.txt"],
  ["ac", "ab"],
])("%s and %s are two files", (typed, name) => {
  expect(isOtherFile(typed, name)).toBe(true);
});

test.each([
  ["mian.c", "main.c"],
  ["report2024.tx", "report2024.txt"],
  ["a.tx", "a.txt"],
  ["ap", "app"],
  [".evn", ".env"],
])("%s may mean %s", (typed, name) => {
  expect(isOtherFile(typed, name)).toBe(false);
});
