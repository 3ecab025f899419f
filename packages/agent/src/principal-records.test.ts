import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { START_MS } from "@bazaar/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Conduct } from "./conduct.ts";
import { PrincipalRecords } from "./principal-records.ts";

const DAY_MS = 86_400_000;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bazaar-principals-"));
  file = join(folder, "principals.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

function recordsWith(...conducts: readonly Conduct[]): PrincipalRecords {
  const records = new PrincipalRecords(file);
  for (const conduct of conducts) records.add("p", conduct, START_MS);
  return records;
}

test.each<{ what: string; conducts: readonly Conduct[]; because: string | null }>([
  { what: "nothing", conducts: [], because: null },
  { what: "one lie", conducts: ["lied"], because: null },
  {
    what: "two lies",
    conducts: ["lied", "lied"],
    because: "failures without evidence or against it: 2",
  },
  { what: "two kinds of fault", conducts: ["silent", "canceled"], because: "without an answer: 1" },
  { what: "two lost disputes", conducts: ["lost_dispute", "lost_dispute"], because: "disputes: 2" },
  { what: "as much paid as denied", conducts: ["paid", "lied", "lied", "paid"], because: null },
  {
    what: "less paid than denied",
    conducts: ["paid", "lied", "lied"],
    because: "failures without evidence or against it: 2, accepted: 1",
  },
  { what: "four rejections", conducts: Array(4).fill("rejected"), because: null },
  { what: "five rejections", conducts: Array(5).fill("rejected"), because: "rejected: 5" },
  {
    what: "rejections and one payment",
    conducts: ["paid", ...Array(9).fill("rejected")],
    because: null,
  },
])("$what: a principal with this record is passed over if $because", ({ conducts, because }) => {
  const problem = recordsWith(...conducts).problemWith("p", START_MS);
  if (because === null) expect(problem).toBeNull();
  else expect(problem).toContain(because);
});

test("a record survives a restart, in a private file", () => {
  recordsWith("lied", "silent");
  const again = new PrincipalRecords(file);
  expect(again.problemWith("p", START_MS)).toContain("without evidence or against it: 1");
  expect(again.problemWith("another", START_MS)).toBeNull();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a record is forgotten after a month without news", () => {
  const records = recordsWith("lied", "lied");
  expect(records.problemWith("p", START_MS + 30 * DAY_MS)).not.toBeNull();
  expect(records.problemWith("p", START_MS + 30 * DAY_MS + 1)).toBeNull();
  records.add("p", "lied", START_MS + 31 * DAY_MS);
  expect(records.problemWith("p", START_MS + 31 * DAY_MS)).toBeNull();
});

test("a thousand principals are remembered, those with news last", () => {
  recordsWith("lied", "lied");
  const { version, principals } = JSON.parse(readFileSync(file, "utf8"));
  const [record] = principals;
  const others = Array.from(
    { length: 999 },
    (_, number) => `fix_${String(number).padStart(64, "0")}`,
  );
  const all = ["p", ...others].map((principal) => ({ ...record, principal }));
  writeFileSync(file, JSON.stringify({ version, principals: all }));
  const records = new PrincipalRecords(file);
  expect(records.problemWith("p", START_MS)).not.toBeNull();
  records.add("one more", "paid", START_MS);
  expect(records.problemWith("p", START_MS)).toBeNull();
  expect(records.problemWith(others[0] ?? "", START_MS)).not.toBeNull();
  expect(JSON.parse(readFileSync(file, "utf8")).principals).toHaveLength(1_000);
  expect(statSync(file).size).toBeLessThan(2 ** 20);
  expect(new PrincipalRecords(file).problemWith("one more", START_MS)).toBeNull();
});

test.each([
  { what: "is no JSON", text: "{", problem: "not JSON" },
  { what: "is of another version", text: '{"version":2,"principals":[]}', problem: "version" },
  { what: "has no principals", text: '{"version":1}', problem: "principals" },
  {
    what: "counts backwards",
    text: '{"version":1,"principals":[{"principal":"p","counts":{"paid":-1},"lastMs":1}]}',
    problem: "paid",
  },
  { what: "is too large", text: " ".repeat(2 ** 20 + 1), problem: "too large" },
])("a file that $what is refused with a reason", ({ text, problem }) => {
  writeFileSync(file, text);
  expect(() => new PrincipalRecords(file)).toThrow(problem);
  expect(() => new PrincipalRecords(file)).toThrow("move it away to start over");
});
