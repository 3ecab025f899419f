/** Deposits that are due when the agent accepts: of both sides, at once. */
import {
  AGENT,
  budgetPot,
  PRINCIPAL,
  RIVAL,
  STAKES_AT_ACCEPTANCE,
  type Story,
  sampleTerms,
  story,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { Pot } from "../settlement/pot.ts";
import { parseTerms } from "./parse-terms.ts";
import { termsJson } from "./terms-json.ts";

const stakes = STAKES_AT_ACCEPTANCE;
const pay: Pot = { ...budgetPot(), funds: "accept" };

const AT_ACCEPTANCE = {
  court: { kind: "none" },
  pots: [pay, stakes],
  rules: { looksFirst: false, reopens: false },
} as const;

const open = (changes: Parameters<typeof sampleTerms>[0] = {}): Story =>
  story(sampleTerms({ ...AT_ACCEPTANCE, ...changes }));

const taken = (told: Story): string[] =>
  told.holds.map(({ pot, side, amount }) => `${pot} ${side} ${amount}`);

describe("deposits that are due at acceptance", () => {
  test("are not asked for before", () => {
    const told = open();
    expect([told.phase, taken(told)]).toEqual(["open", []]);
  });

  test("are taken from both sides with the acceptance", () => {
    const told = open().act(AGENT, "accept");
    expect(told.phase).toBe("in_progress");
    expect(taken(told)).toEqual(["0 principal 1000000000", "1 principal 30", "1 agent 10"]);
  });

  test("are the agreed price and the agent's own stake", () => {
    const told = open().act(AGENT, "accept", { price: "0.4", stake: "25" });
    expect(taken(told)).toEqual(["0 principal 400000000", "1 principal 30", "1 agent 25"]);
    told.act(AGENT, "fix").act(PRINCIPAL, "verify", { success: true });
    expect(told.paid).toBe(
      "agent 0.28, platform 0.04, author 0.06, referrer 0.02, agent 25, principal 30",
    );
  });

  test("come with an acceptance after a look, and not with the bond", () => {
    const told = open().act(AGENT, "bond");
    expect([told.phase, taken(told)]).toEqual(["investigating", []]);
    told.act(AGENT, "accept");
    expect(taken(told)).toHaveLength(3);
  });

  test("leave nothing to pay when the agent declines", () => {
    const told = open({ agent: AGENT.party }).act(AGENT, "decline");
    expect([told.phase, told.paid]).toEqual(["canceled", ""]);
  });

  test("go back when the agent leaves, and the contract ends", () => {
    const told = open().act(AGENT, "accept").act(AGENT, "back_out");
    expect(told.phase).toBe("canceled");
    expect(told.paid).toBe("principal 1, principal 30, agent 10");
  });
});

describe("a stake", () => {
  test.each([
    { stake: "10", is: "in_progress" },
    { stake: "9", is: "stake_not_allowed" },
    { stake: "0.5", is: "malformed_act" },
    { stake: "-1", is: "malformed_act" },
    { stake: "1099511627776", is: "in_progress" },
    { stake: "1099511627777", is: "malformed_act" },
  ])("of $stake, where 10 is asked for: $is", ({ stake, is }) => {
    expect(open().leadsTo(AGENT, "accept", { stake })).toBe(is);
  });

  test("that was deposited with the seat cannot be changed", () => {
    const told = open({ pots: [{ ...stakes, funds: "post" }] }).act(AGENT, "bond");
    expect(told.leadsTo(AGENT, "accept", { stake: "20" })).toBe("stake_not_allowed");
  });

  test("is not the next agent's", () => {
    const told = open({ pots: [{ ...stakes, funds: "post" }], rules: { looksFirst: false } });
    told.act(AGENT, "accept", { stake: "25" }).act(AGENT, "back_out").act(RIVAL, "accept");
    expect(taken(told)).toEqual(["0 principal 30", "0 agent 25", "0 agent 10"]);
  });

  test("is refused where the contract has none", () => {
    const told = open({ pots: [pay] });
    expect(told.refusal(AGENT, "accept", { stake: "1" })).toEqual({
      code: "stake_not_allowed",
      because: "this contract has no stakes",
    });
  });
});

describe("terms with deposits at acceptance", () => {
  const because = (changes: Parameters<typeof sampleTerms>[0]): string | null => {
    const parsed = parseTerms(termsJson(sampleTerms({ ...AT_ACCEPTANCE, ...changes })));
    if (parsed.ok) return null;
    return "because" in parsed.refusal ? parsed.refusal.because : parsed.refusal.code;
  };

  test.each([
    { when: "the ledger holds at once", changes: {}, is: null },
    {
      when: "the contract opens again",
      changes: { rules: { looksFirst: false, reopens: true } },
      is: "a contract with deposits at acceptance ends when its agent leaves",
    },
    {
      when: "a rail is slow",
      changes: {
        pots: [
          {
            ...pay,
            rail: "nano",
            asset: { code: "XNO", decimals: 30 },
          } as Pot,
        ],
      },
      is: "deposits at acceptance need rails that hold at once",
    },
  ])("when $when: $is", ({ changes, is }) => {
    expect(because(changes)).toBe(is);
  });
});
