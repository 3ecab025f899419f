import fc from "fast-check";
import { expect, test } from "vitest";
import { commandRows, diffRows, visibleLine } from "./visible-command.ts";

test.each([
  { what: "a plain command", text: "ls  --all | sort", shown: "ls  --all | sort" },
  { what: "line ends", text: "true #\nrm x", shown: "true #\\u{a}rm x" },
  { what: "tabs", text: "a\tb", shown: "a\\u{9}b" },
  {
    what: "blanks that are none",
    text: "a\u00a0b\u3000c\u2800d",
    shown: "a\\u{a0}b\\u{3000}c\\u{2800}d",
  },
  { what: "what turns text round", text: "a\u202eb\u200bc", shown: "a\\u{202e}b\\u{200b}c" },
  { what: "what lies on another character", text: "e\u0301", shown: "e\\u{301}" },
  { what: "many blanks", text: `ls${" ".repeat(300)}; rm x`, shown: "ls⟨300 blanks⟩; rm x" },
  { what: "blanks at the end", text: "ls \\ ", shown: "ls \\⟨1 blank⟩" },
  { what: "orders to the terminal", text: "\u001b[2Jls", shown: "\\u{1b}[2Jls" },
])("$what: everything shows, on one line", ({ text, shown }) => {
  expect(visibleLine(text)).toBe(shown);
});

test("what empty lines would push off the screen stays on it, with its line's number", () => {
  const hidden = `touch PWNED #${"\n".repeat(40)}# run for real:\nls`;
  expect(commandRows(hidden, 80)).toEqual([
    " 1 │ touch PWNED #",
    "   ┆ 39 empty lines",
    "41 │ # run for real:",
    "42 │ ls",
  ]);
});

test("a full row continues behind the bar, so that it cannot imitate output of fix", () => {
  const rows = commandRows(`echo ${"x".repeat(60)} 0.4s  paid`, 40);
  expect(rows).toHaveLength(2);
  expect(rows.map((row) => row.replace(/^│ /, "")).join("")).toBe(
    `echo ${"x".repeat(60)} 0.4s  paid`,
  );
});

test("no row is wider than the screen, and every one stands behind a bar", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 300 });
  fc.assert(
    fc.property(text, fc.integer({ min: 20, max: 120 }), (command, columns) => {
      for (const row of commandRows(command, columns)) {
        expect(row).toMatch(/^(?:[\d ]+ )?[│┆] /);
        expect(row.length).toBeLessThanOrEqual(columns);
      }
    }),
  );
});

test("a long line of a difference continues behind a bar and cannot pass for another line", () => {
  expect(diffRows(`+safe();${" ".repeat(32)}-evil();`, 40)).toEqual([
    `+safe();${" ".repeat(31)}`,
    "│  -evil();",
  ]);
  expect(diffRows("+a\tb", 40)).toEqual(["+a\tb"]);
  expect(diffRows(`+a${"\t".repeat(11)}b`, 40)).toEqual(["+a⟨11 blanks⟩b"]);
});

test("no row of a difference is wider than the screen", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 300 });
  fc.assert(
    fc.property(text, fc.integer({ min: 20, max: 120 }), (line, columns) => {
      const [first = "", ...more] = diffRows(`-${line}`, columns);
      expect(first.startsWith("-")).toBe(true);
      for (const row of more) expect(row.startsWith("│ ")).toBe(true);
      for (const row of [first, ...more]) expect(row.length).toBeLessThanOrEqual(columns);
    }),
  );
});
