import { createHmac } from "node:crypto";
import { SentRecords, type Withheld } from "@bazaar/client";
import type { Contract } from "@bazaar/doors/connection";
import type { JsonObject } from "@bazaar/kernel";
import { afterEach, beforeEach, expect, test } from "vitest";
import { run, TestMarket } from "../../test/test-market.ts";
import { respondCommand } from "./respond.ts";

let stand: TestMarket;

beforeEach(async () => {
  stand = await TestMarket.open();
});

afterEach(async () => {
  await stand[Symbol.asyncDispose]();
});

/** The agent goes to court over a fix that was called a failure. */
async function disputed(
  evidence: JsonObject = { exit_code: 2n, tail: "no rule to make target\n" },
): Promise<Contract> {
  const taken = await stand.taken(await stand.post("make"));
  const fixed = await stand.act(taken, stand.agent, "fix", { fix: "true" });
  const failed = await stand.act(fixed, stand.person, "verify", { success: false, evidence });
  return stand.act(failed, stand.agent, "dispute_filed", { argument: "it works here" });
}

async function answerIn(contract: Contract): Promise<string> {
  const { entries } = (await stand.reload(contract)).transcript;
  return String(entries.find(({ type }) => type === "dispute_response")?.data.argument);
}

test("a dispute is answered in the user's own words, and the court rules", async () => {
  const contract = await disputed();
  const { code, out } = await run(respondCommand(), contract.id, "it", "does", "not");
  expect(code).toBe(0);
  expect(out).toContain("is ruled");
  expect(await answerIn(contract)).toBe("it does not");
});

test("without words it is answered with what was recorded", async () => {
  const contract = await disputed();
  expect(await run(respondCommand(), contract.id)).toMatchObject({ code: 0 });
  const answer = await answerIn(contract);
  expect(answer).toContain("the fix failed; exit code 2.");
  expect(answer).toMatch(/no rule to make target$/);
});

test("--share-output sends a withheld output with what proves it, and only that one", async () => {
  const output = "make: *** [all] Error 2\nsecond line";
  const salt = "5e".repeat(32);
  const commitment = createHmac("sha256", Buffer.from(salt, "hex")).update(output).digest("hex");
  const contract = await disputed({ exit_code: 2n, is_cut: true, output_commitment: commitment });
  const refused = await run(respondCommand(), contract.id, "--share-output");
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("no withheld output") });
  const records = new SentRecords(stand.own.sent);
  const other: Withheld = { commitment: "0".repeat(64), salt: "1".repeat(64), output: "another" };
  for (const withheld of [other, { commitment, salt, output }]) records.keep(contract.id, withheld);
  expect(await run(respondCommand(), contract.id, "--share-output")).toMatchObject({ code: 0 });
  expect(await answerIn(contract)).toContain("the fix failed; exit code 2");
  const { entries } = (await stand.reload(contract)).transcript;
  const { evidence } = entries.findLast(({ type }) => type === "dispute_response")?.data ?? {};
  expect(evidence).toEqual({ output, salt });
});

test("where nothing is disputed there is nothing to answer", async () => {
  const taken = await stand.taken(await stand.post("make"));
  const { code, err } = await run(respondCommand(), taken.id, "no");
  expect(code).toBe(1);
  expect(err).toContain("in progress");
});
