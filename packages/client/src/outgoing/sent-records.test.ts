import { appendFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ContractId, JsonObject } from "@bazaar/kernel";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SentRecords } from "./sent-records.ts";

const ID = "ab".repeat(32) as ContractId;
let folder: string;
let records: SentRecords;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sent-"));
  records = new SentRecords(join(folder, "sent"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function found() {
  const record = new SentRecords(join(folder, "sent")).find(ID);
  if (record === null || typeof record === "string") throw new Error(`no record: ${record}`);
  return record;
}

test("every act is counted by the bytes of its content, and kept in a private file", () => {
  const data: JsonObject = { command: "cat é", output: "x" };
  records.add({ contract: ID, act: "result", data }, 5);
  records.add({ contract: ID, act: "cancel", data: {} }, 6);
  const [first, second] = found().departures;
  expect(first).toMatchObject({ atMs: 5, act: "result", what: "the answer to: cat é" });
  expect(first?.bytes).toBe(Buffer.byteLength('{"command":"cat \\u00e9","output":"x"}'));
  expect(second).toMatchObject({ what: "no text", bytes: 2 });
  expect(records.bytes).toBe((first?.bytes ?? 0) + 2);
  expect(statSync(join(folder, "sent", `${ID}.jsonl`)).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "sent")).mode & 0o777).toBe(0o700);
});

test.each<{ evidence: JsonObject; says: string }>([
  {
    evidence: { exit_code: 2n, duration_ms: 500n, output: "one\ntwo\n" },
    says: "a fix failed: exit 2, at most 0.5 s, 2 lines of its output",
  },
  {
    evidence: { signal: "SIGSEGV", output: "" },
    says: "a fix failed: SIGSEGV, 0 lines of its output",
  },
  {
    evidence: { passed: true, duration_ms: 500n },
    says: "a fix was not taken: its check passed, at most 0.5 s, 0 lines of its output",
  },
  { evidence: {}, says: "a fix failed: no run, 0 lines of its output" },
])("a check is listed as: $says", ({ evidence, says }) => {
  records.add({ contract: ID, act: "verify", data: { success: false, evidence } }, 1);
  expect(found().departures[0]?.what).toBe(says);
});

test("what opens a commitment is kept beside it, and half a line is skipped", () => {
  const withheld = { commitment: "c".repeat(64), salt: "d".repeat(64), output: "secret\nlines" };
  records.keep(ID, withheld);
  appendFileSync(join(folder, "sent", `${ID}.jsonl`), '{"at_ms":1,"a');
  expect(found()).toEqual({ market: null, departures: [], withheld: [withheld] });
});

test("the market of a contract is found by the beginning of its id", () => {
  const market = "https://market.example";
  const other = `abc${ID.slice(3)}` as ContractId;
  new SentRecords(join(folder, "sent"), market).add({ contract: ID, act: "post", data: {} }, 1);
  records.add({ contract: other, act: "post", data: {} }, 1);
  expect(found()).toMatchObject({ market, departures: [{ act: "post" }] });
  expect(records.marketOf("ababab")).toBe(market);
  expect(records.marketOf("abcbab")).toBeNull();
  expect(records.marketOf("ab")).toBeNull();
  expect(records.marketOf("ffffff")).toBeNull();
  expect(records.markets()).toEqual([market]);
});

test("only the newest contracts are kept", () => {
  for (let index = 0; index < 210; index += 1) {
    const contract = index.toString(16).padStart(64, "0") as ContractId;
    records.add({ contract, act: "cancel", data: {} }, index);
  }
  expect(records.contracts()).toHaveLength(200);
});

test("a contract without a record has none", () => {
  expect(records.find(ID)).toBeNull();
  expect(records.contracts()).toEqual([]);
});
