import { expect, test } from "vitest";
import { alignedRows } from "./aligned-rows.ts";

const ROWS = [
  ["1.1", '"/data/ada/project/src/a-long-name.txt"', "6 B", "replaced"],
  ["12.10", '"/b"', "900 KiB", "deleted by a commit"],
];

test("cells of a column begin below each other", () => {
  const lines = alignedRows(ROWS, { columns: Number.POSITIVE_INFINITY, cuts: [1] });
  expect(lines).toEqual([
    '1.1    "/data/ada/project/src/a-long-name.txt"  6 B      replaced',
    '12.10  "/b"                                     900 KiB  deleted by a commit',
  ]);
});

test("a line that would not fit loses the middle of the cells that may be cut", () => {
  const lines = alignedRows(ROWS, { columns: 62, cuts: [1] });
  expect(lines.map(({ length }) => length)).toEqual([51, 62]);
  expect(lines[0]).toMatch(/^1\.1 {4}"\/data\/ada\/[^ ]*…[^ ]*name\.txt" {2}6 B {6}replaced$/);
});

test("what may be cut keeps enough to be recognised, however narrow the screen is", () => {
  const lines = alignedRows(ROWS, { columns: 10, cuts: [1] });
  expect(lines[0]).toMatch(/^1\.1 {4}"\/data\/ada…name\.txt" {2}6 B/);
});
