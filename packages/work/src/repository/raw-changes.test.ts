import { expect, test } from "vitest";
import { parseRawChanges } from "./raw-changes.ts";

const A = "a".repeat(40);
const raw = (path: string, modes = "100644 100644", status = "M"): string =>
  `:${modes} ${A} ${A} ${status}\0${path}\0`;

test("modes, letters and counts of every path, whatever signs it has", () => {
  const odd = ":100644\t1\n2";
  const text = `${raw("a")}${raw(odd, "000000 100755", "A")}${raw("d", "120000 000000", "D")}1\t2\ta\0-\t-\t${odd}\0${"0\t3\td\0"}`;
  expect(parseRawChanges(text, false)).toEqual({
    isCut: false,
    changes: [
      { path: "a", status: "M", oldMode: "100644", newMode: "100644", additions: 1, deletions: 2 },
      {
        path: odd,
        status: "A",
        oldMode: null,
        newMode: "100755",
        additions: null,
        deletions: null,
      },
      { path: "d", status: "D", oldMode: "120000", newMode: null, additions: 0, deletions: 3 },
    ],
  });
});

test("no changes are an empty list", () => {
  expect(parseRawChanges("", false)).toEqual({ changes: [], isCut: false });
});

test.each([
  { what: "text that git does not print", text: "hello\0" },
  { what: "a count of another path", text: `${raw("a")}1\t2\tb\0` },
  { what: "a change without a path", text: `:100644 100644 ${A} ${A} M\0` },
])("$what is not read", ({ text }) => {
  expect(parseRawChanges(text, false)).toBeNull();
});

test.each([
  { what: "too many", text: Array.from({ length: 501 }, (_, n) => raw(`f${n}`)).join("") },
  {
    what: "too long",
    text: Array.from({ length: 11 }, (_, n) => raw(`${n}${"x".repeat(1_000)}`)).join(""),
  },
])("a list that is $what is cut, and says so", ({ text }) => {
  const read = parseRawChanges(text, false);
  expect(read?.isCut).toBe(true);
  expect(read?.changes.length).toBeLessThanOrEqual(500);
});

test("an output that was cut is a list that is cut", () => {
  expect(parseRawChanges(`${raw("a")}:100644 1`, true)).toMatchObject({
    changes: [{ path: "a" }],
    isCut: true,
  });
});
