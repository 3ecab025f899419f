import type { Contract } from "@bazaar/doors/http/connect";
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
async function disputed(): Promise<Contract> {
  const taken = await stand.taken(await stand.post("make"));
  const fixed = await stand.act(taken, stand.agent, "fix", { fix: "true" });
  const evidence = { exit_code: 2n, tail: "no rule to make target\n" };
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

test("where nothing is disputed there is nothing to answer", async () => {
  const taken = await stand.taken(await stand.post("make"));
  const { code, err } = await run(respondCommand(), taken.id, "no");
  expect(code).toBe(1);
  expect(err).toContain("in progress");
});
