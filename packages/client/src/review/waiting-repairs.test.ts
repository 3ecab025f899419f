import { execFileSync } from "node:child_process";
import {
  chownSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ContractId } from "@bazaar/kernel";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { WaitingRepair } from "./waiting-repair.ts";
import { WaitingRepairs } from "./waiting-repairs.ts";

const MAKE_PIPE = "mkfifo";

let folder: string;
let repairs: WaitingRepairs;

beforeEach(() => {
  folder = join(realpathSync(mkdtempSync(join(tmpdir(), "fix-waiting-"))), "reviews");
  repairs = new WaitingRepairs(folder);
});

afterEach(() => {
  rmSync(join(folder, ".."), { recursive: true, force: true });
});

const ONE: WaitingRepair = {
  contract: "a".repeat(64) as ContractId,
  market: "https://market.example",
  command: "make 'é' \"$X\"\n",
  exitCode: 2,
  directory: "/a project",
  network: "packages",
  shows: ["/tmp/pia/data"],
  known: { head: "e".repeat(64), seq: 9 },
  kept: {
    fixSeq: 7,
    sandbox: "box",
    correctedCommand: "make all",
    evidence: { exit_code: 0n, tail: "\u0007" },
    shown: "d".repeat(64),
    step: "undecided",
  },
};
const OTHER: WaitingRepair = {
  ...ONE,
  contract: "b".repeat(64) as ContractId,
  market: null,
  kept: null,
};

test("a record is read back, by another process too", () => {
  repairs.write(ONE);
  repairs.write(OTHER);
  expect(new WaitingRepairs(folder).all()).toEqual({ repairs: [ONE, OTHER], problems: [] });
  expect(repairs.find(OTHER.contract)).toEqual(OTHER);
});

test("there are no records at first", () => {
  expect(repairs.all()).toEqual({ repairs: [], problems: [] });
});

test("a newer record replaces the older", () => {
  repairs.write(ONE);
  repairs.write({ ...ONE, kept: null });
  expect(repairs.find(ONE.contract)?.kept).toBeNull();
  expect(readdirSync(folder)).toEqual([`${ONE.contract}.json`]);
});

test("a record is readable by its owner only", () => {
  repairs.write(ONE);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, `${ONE.contract}.json`)).mode & 0o777).toBe(0o600);
});

test("removing a record twice is fine", () => {
  repairs.write(ONE);
  repairs.remove(ONE.contract);
  repairs.remove(ONE.contract);
  expect(repairs.all().repairs).toEqual([]);
});

test("removing a record removes the temporary files of killed writers", () => {
  repairs.write(ONE);
  writeFileSync(join(folder, `${ONE.contract}.json.0123456789ab`), "{");
  expect(repairs.all()).toEqual({ repairs: [ONE], problems: [] });
  repairs.remove(ONE.contract);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  { what: "no JSON", text: "{", says: "it is not JSON" },
  { what: "a version to come", text: '{"version":3}', says: "version: 3 is outside 2 to 2" },
  { what: "half of it", text: '{"version":2}', says: "contract: expected 64 hex digits" },
])("a file with $what is reported and hides no other", ({ text, says }) => {
  repairs.write(ONE);
  writeFileSync(join(folder, `${"c".repeat(64)}.json`), text);
  const { repairs: found, problems } = repairs.all();
  expect(found).toEqual([ONE]);
  expect(problems).toEqual([expect.stringContaining(says)]);
});

test.each([
  {
    what: "a pipe that nobody writes to",
    make: (path: string) => execFileSync(MAKE_PIPE, [path]),
    says: "it is not a regular file",
  },
  {
    what: "a link to a record",
    make: (path: string) => symlinkSync(repairs.pathOf(ONE.contract), path),
    says: "it is a symbolic link",
  },
  {
    what: "more than a record can be",
    make: (path: string) => {
      writeFileSync(path, "");
      truncateSync(path, 2 ** 40);
    },
    says: "it has over 16777216 bytes",
  },
])("$what is reported and not read", ({ make, says }) => {
  repairs.write(ONE);
  make(join(folder, `${"c".repeat(64)}.json`));
  const { repairs: found, problems } = repairs.all();
  expect(found).toEqual([ONE]);
  expect(problems).toEqual([expect.stringContaining(says)]);
});

test.skipIf(process.geteuid?.() !== 0)("another user's record is refused (needs root)", () => {
  repairs.write(ONE);
  chownSync(repairs.pathOf(ONE.contract), 1001, 1001);
  expect(repairs.all()).toEqual({
    repairs: [],
    problems: [expect.stringContaining("it belongs to another user, 1001")],
  });
});
