import { expect, test } from "vitest";
import { explainMarketRefusal } from "./explain-market-refusal.ts";

test("an unknown refusal code keeps the market's sentence", () => {
  const refusal = { code: "from_the_future", detail: "Come tomorrow.", facts: {} };
  expect(explainMarketRefusal(refusal)).toBe("Come tomorrow.");
});

test("facts of a market are printed inert and bounded", () => {
  const facts = { asset: `\u001b[2J${"x".repeat(1_000)}` };
  const said = explainMarketRefusal({ code: "no_faucet", detail: "", facts });
  expect(said).toMatch(/^This market has no faucet for \\u\{1b\}\[2Jx+\. /);
  expect(said.length).toBeLessThan(300);
});

test.each([
  { act: "dispute_filed", phase: "deliberating", says: "already in court" },
  { act: "dispute_filed", phase: "awaiting_response", says: "already in court" },
  { act: "dispute_filed", phase: "open", says: "nothing to dispute yet" },
  { act: "appeal", phase: "in_progress", says: "the contract is in progress" },
  { act: "halt", phase: "ruled", says: "fix show shows what it waits for" },
])("$act of a contract that is $phase: $says", ({ act, phase, says }) => {
  expect(explainMarketRefusal({ code: "wrong_phase", act, phase })).toContain(says);
});

test.each([
  {
    facts: { field: "contract.escrow.bounty", problem: "0.01 is outside 0.19 to 100 XNO" },
    code: "malformed_terms",
    says: "The market does not take this contract: bounty: 0.01 is outside 0.19 to 100 XNO.",
  },
  {
    facts: { dial: "court", value: "fix_00", because: "this market does not work with this judge" },
    code: "unsupported_terms",
    says: "The market does not take this contract: judge fix_00: this market does not work with this judge.",
  },
])("terms that are refused here read like a sentence: $code", ({ code, facts, says }) => {
  expect(explainMarketRefusal({ code, detail: "", facts })).toBe(says);
});

test("the waiting time is printed if the market gives it", () => {
  const refusal = { code: "too_early", readyAtMs: 90_000, receivedAtMs: 0 } as const;
  expect(explainMarketRefusal(refusal)).toBe("Too early. Try again in 1 min 30 s.");
});
