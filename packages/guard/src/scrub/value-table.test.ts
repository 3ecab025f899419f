import { expect, test } from "vitest";
import { textOf } from "./text.ts";
import { addMissing, findValue, isFound, type ValueTable, valueTable } from "./value-table.ts";

test("a value is found by its units, wherever it stands", () => {
  const table = valueTable();
  const first = textOf("password=hunter22");
  expect(isFound(findValue(table, first, 9, 17))).toBe(false);
  const number = addMissing(table, first, 9, 17);
  expect(findValue(table, textOf("a hunter22 b"), 2, 10)).toBe(number);
});

test.each([
  { what: "the beginning of a value", text: "hunter2" },
  { what: "a longer value", text: "hunter222" },
  { what: "a value that differs in one unit", text: "hunter23" },
  { what: "nothing", text: "" },
])("$what is another value", ({ text }) => {
  const table = valueTable();
  const value = textOf("hunter22");
  findValue(table, value, 0, value.length);
  addMissing(table, value, 0, value.length);
  expect(isFound(findValue(table, textOf(text), 0, text.length))).toBe(false);
});

test("thousands of values keep their numbers while the table grows", () => {
  const table = valueTable();
  const values = Array.from({ length: 5_000 }, (_, index) => textOf(`v${index.toString(36)}é日`));
  const numbers = values.map((value) => {
    findValue(table, value, 0, value.length);
    return addMissing(table, value, 0, value.length);
  });
  expect(new Set(numbers).size).toBe(values.length);
  expect(values.map((value) => findValue(table, value, 0, value.length))).toEqual(numbers);
});

/** A table with these values, in which each place and each hash says that the first stands there. */
function deceived(values: readonly string[], asked: string): ValueTable {
  const table = valueTable();
  for (const value of values.map(textOf)) {
    findValue(table, value, 0, value.length);
    addMissing(table, value, 0, value.length);
  }
  findValue(table, textOf(asked), 0, asked.length);
  table.places.fill(1);
  table.hashes.fill(table.lastHash);
  return table;
}

test("a value is not taken for one that only begins like it, though their hashes agree", () => {
  // The units of both stand side by side: without a look at its length, the first would go on.
  const table = deceived(["hunter", "22"], "hunter22");
  expect(isFound(findValue(table, textOf("hunter22"), 0, 8))).toBe(false);
});

test("a value is compared only where its hash agrees", () => {
  const table = deceived(["hunter22"], "hunter22");
  const value = textOf("hunter22");
  expect(isFound(findValue(table, value, 0, 8))).toBe(true);
  table.hashes.fill(table.lastHash + 1);
  expect(isFound(findValue(table, value, 0, 8))).toBe(false);
});

test("a table without a free place is not walked, and takes nothing more", () => {
  const table = deceived(["hunter22"], "hunter22");
  const other = textOf("hunter23");
  expect(isFound(findValue(table, other, 0, 8))).toBe(false);
  expect(isFound(addMissing(table, other, 0, 8))).toBe(false);
  expect(table.size).toBe(1);
});
