/** Deposits over slow rails, several pots, prices, accounts and talk. */
import {
  AGENT,
  accepted,
  awaitingDeposit,
  bonded,
  contested,
  fixed,
  freeTerms,
  halted,
  heard,
  JUDGE,
  PRINCIPAL,
  RIVAL,
  reserved,
  ruled,
  SERVER,
  Story,
  sampleData,
  samplePot,
  sampleTerms,
  story,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../canonical/json.ts";
import { TIERS } from "../court/ruling.ts";
import type { Signer } from "../identity/signer.ts";
import { CREDIT, RATING } from "../money/asset.ts";
import type { Pot } from "../settlement/pot.ts";
import { PARTY_ACTS } from "./act.ts";

const stake: Pot = {
  schedule: "stake",
  asset: RATING,
  rail: "ledger",
  due: { principal: 25n, agent: 25n },
};
const foreign = { court: { kind: "tiered", judge: JUDGE.party, tiers: TIERS } } as const;
const twoPots = { pots: [samplePot({ rail: "nano" }), stake] };

describe("funded", () => {
  const from = (told: Story, changes: JsonObject = {}): JsonObject => ({
    ...sampleData("funded", told.state),
    ...changes,
  });
  const secondReservation = (): Story => reserved().act(AGENT, "decline").act(RIVAL, "bond");
  const rows: { when: string; told: Story; changes?: JsonObject; to: string }[] = [
    { when: "the principal's deposit is there", told: awaitingDeposit(), to: "open" },
    { when: "the agent's deposit is there", told: reserved(), to: "investigating" },
    { when: "it is too much", told: awaitingDeposit(), changes: { amount: "1" }, to: "open" },
    {
      when: "it is one raw too little",
      told: awaitingDeposit(),
      changes: { amount: "0.669999999999999999999999999999" },
      to: "deposit_not_due",
    },
    {
      when: "it is nothing",
      told: awaitingDeposit(),
      changes: { amount: "0" },
      to: "deposit_not_due",
    },
    { when: "it comes at the deadline", told: awaitingDeposit().wait(60), to: "open" },
    { when: "it comes too late", told: awaitingDeposit().wait(60.001), to: "deadline_passed" },
    {
      when: "the reservation has just ended",
      told: reserved().wait(20.001),
      to: "deadline_passed",
    },
    {
      when: "the agent pays before it sits",
      told: awaitingDeposit(),
      changes: { side: "agent", seat: 1n },
      to: "deposit_not_due",
    },
    {
      when: "the agent pays for no seat at all",
      told: awaitingDeposit(),
      changes: { side: "agent", seat: 0n },
      to: "deposit_not_due",
    },
    {
      when: "the principal pays in the agent's window",
      told: reserved(),
      changes: { side: "principal", seat: 0n },
      to: "deposit_not_due",
    },
    {
      when: "it is for a seat that was left",
      told: secondReservation(),
      changes: { seat: 1n },
      to: "deposit_not_due",
    },
    {
      when: "it is for the present seat",
      told: secondReservation(),
      changes: { seat: 2n },
      to: "investigating",
    },
    {
      when: "it names no pot",
      told: awaitingDeposit(),
      changes: { pot: 1n },
      to: "deposit_not_due",
    },
    {
      when: "it names a pot beyond all bounds",
      told: awaitingDeposit(),
      changes: { pot: 2n },
      to: "malformed_act",
    },
    {
      when: "its amount is no amount",
      told: awaitingDeposit(),
      changes: { amount: "1e3" },
      to: "malformed_amount",
    },
    {
      when: "it comes from nowhere",
      told: awaitingDeposit(),
      changes: { account: null },
      to: "malformed_act",
    },
    { when: "nothing is awaited", told: bonded(), to: "wrong_phase" },
    { when: "the contract is over", told: awaitingDeposit().lapse(), to: "contract_ended" },
  ];

  test.each(rows)("when $when → $to", ({ told, changes, to }) => {
    expect(told.leadsTo(SERVER, "funded", from(told, changes))).toBe(to);
  });

  test("what is too much goes back to the account it came from", () => {
    const told = awaitingDeposit();
    told.act(SERVER, "funded", from(told, { amount: "0.7", account: "nano_sender" }));
    expect(told.legs).toMatchObject([
      {
        key: `${told.state.id}/0`,
        amount: 3n * 10n ** 28n,
        rail: "nano",
        to: { role: "sender", party: null, account: "nano_sender" },
      },
    ]);
    expect(told.state.held).toEqual([{ principal: 67n * 10n ** 28n, agent: 0n }]);
    expect(told.lapse().legs.map(({ key }) => key)).toEqual(
      [0, 1].map((n) => `${told.state.id}/${n}`),
    );
  });

  test("the contract is listed, and its pickup starts, when the money is there", () => {
    const told = awaitingDeposit().wait(40).act(SERVER, "funded");
    expect(told.state.deadline).toEqual({
      kind: "pickup",
      atMs: told.nowMs + 30_000,
      waitingFor: "any_agent",
    });
  });

  test("each side is told where to pay, once, with its seat and its time", () => {
    const told = reserved();
    expect(told.tasks).toMatchObject([
      {
        kind: "open_hold",
        key: `${told.state.id}/task/0`,
        payload: { side: "principal", seat: 0, pot: 0, amount: 67n * 10n ** 28n },
      },
      {
        kind: "open_hold",
        key: `${told.state.id}/task/1`,
        payload: { side: "agent", seat: 1, party: AGENT.party, expiresMs: told.nowMs + 20_000 },
      },
    ]);
  });

  test("a second payment for the same deposit is not due", () => {
    const told = awaitingDeposit();
    const data = from(told);
    told.act(SERVER, "funded", data);
    expect(told.leadsTo(SERVER, "funded", data)).toBe("wrong_phase");
  });
});

describe("two pots", () => {
  test("what the ledger holds is taken at once, the rest is waited for", () => {
    const told = awaitingDeposit(twoPots);
    expect(told.phase).toBe("unfunded");
    expect(told.holds).toMatchObject([{ pot: 1, side: "principal", amount: 25n }]);
    expect(told.tasks).toHaveLength(1);
    expect(told.act(SERVER, "funded").phase).toBe("open");
  });

  test.each([
    {
      when: "the principal never pays",
      told: awaitingDeposit(twoPots).lapse(),
      paid: "principal 25",
    },
    { when: "the agent never pays", told: reserved(twoPots).lapse(), paid: "agent 25" },
    {
      when: "the principal calls it off meanwhile",
      told: reserved(twoPots).act(PRINCIPAL, "cancel"),
      paid: "agent 25, principal 0.67, principal 25",
    },
    {
      when: "the agent declines",
      told: reserved(twoPots).act(SERVER, "funded").act(AGENT, "decline"),
      paid: "agent 0.67, agent 25",
    },
  ])("when $when: $paid", ({ told, paid }) => {
    expect(told.paid).toBe(paid);
  });

  test("one ruling settles both: the loser's stake goes to the winner", () => {
    const told = ruled("canceled", { pots: [samplePot(), stake] }).lapse();
    expect(told.paid).toBe("principal 0.62, agent 0.65, platform 0.07, principal 50");
    expect(told.legs.map(({ pot }) => pot)).toEqual([0, 0, 0, 1]);
    expect(told.state.held).toEqual([0, 1].map(() => ({ principal: 0n, agent: 0n })));
  });
});

describe("a price", () => {
  const budget: Pot = {
    schedule: "pay-after-verify",
    asset: CREDIT,
    rail: "ledger",
    due: { principal: 1_000_000_000n, agent: 0n },
    bounty: 1_000_000_000n,
    platformBps: 1_000n,
    author: { party: RIVAL.party, bps: 1_500n },
    referrer: { party: SERVER.party, bps: 500n },
  };
  const quotable = { pots: [budget], rules: { looksFirst: false } };
  const open = (): Story => story(sampleTerms(quotable));
  const quoted = (price: string): Story => open().act(AGENT, "accept", { price });

  const rows: {
    when: string;
    told: Story;
    act: "accept" | "fix";
    price: JsonObject[string];
    to: string;
  }[] = [
    {
      when: "it is within the budget",
      told: open(),
      act: "accept",
      price: "0.8",
      to: "in_progress",
    },
    { when: "it is the budget", told: open(), act: "accept", price: "1", to: "in_progress" },
    {
      when: "it is beyond the budget",
      told: open(),
      act: "accept",
      price: "1.000000001",
      to: "price_not_allowed",
    },
    { when: "it is nothing", told: open(), act: "accept", price: "0", to: "in_progress" },
    { when: "it is null", told: open(), act: "accept", price: null, to: "in_progress" },
    { when: "it is a number", told: open(), act: "accept", price: 1n, to: "malformed_act" },
    {
      when: "it has too many decimals",
      told: open(),
      act: "accept",
      price: "0.0000000001",
      to: "malformed_act",
    },
    {
      when: "the bounty is fixed",
      told: bonded(),
      act: "accept",
      price: "0.5",
      to: "price_not_allowed",
    },
    {
      when: "it comes with the fix",
      told: open().act(AGENT, "accept"),
      act: "fix",
      price: "0.8",
      to: "verifying",
    },
    { when: "the fix lowers it", told: quoted("0.8"), act: "fix", price: "0.7", to: "verifying" },
    { when: "the fix repeats it", told: quoted("0.8"), act: "fix", price: "0.8", to: "verifying" },
    {
      when: "the fix raises it",
      told: quoted("0.8"),
      act: "fix",
      price: "0.9",
      to: "price_not_allowed",
    },
  ];

  test.each(rows)("on $act when $when → $to", ({ told, act, price, to }) => {
    expect(told.leadsTo(AGENT, act, { ...sampleData(act, told.state), price })).toBe(to);
  });

  test("is shared out on success: 10 % platform, 15 % author, 5 % referrer", () => {
    const told = quoted("0.8").act(AGENT, "fix").act(PRINCIPAL, "verify");
    expect(told.paid).toBe("agent 0.56, principal 0.2, platform 0.08, author 0.12, referrer 0.04");
    expect(told.legs.map(({ to }) => to.party)).toEqual([
      AGENT.party,
      PRINCIPAL.party,
      SERVER.party,
      RIVAL.party,
      SERVER.party,
    ]);
  });

  test("goes back whole on failure, and with the agent that quoted it", () => {
    expect(quoted("0.8").act(PRINCIPAL, "cancel").paid).toBe("principal 1");
    const told = quoted("0.1").act(AGENT, "back_out").act(RIVAL, "accept");
    expect(told.state.price).toBeNull();
    expect(told.act(RIVAL, "fix").act(PRINCIPAL, "verify").paid).toBe(
      "agent 0.7, platform 0.1, author 0.15, referrer 0.05",
    );
  });
});

describe("accounts", () => {
  const buys = (author: Signer | null, referrer: Signer | null): Story => {
    const cut = (by: Signer | null) => (by === null ? null : { party: by.party, bps: 500n });
    const cuts = { author: cut(author), referrer: cut(referrer), platformBps: 0n };
    const pot = {
      schedule: "pay-after-verify",
      asset: CREDIT,
      rail: "ledger",
      bounty: 9n,
    } as const;
    const pots = [{ ...pot, ...cuts, due: { principal: 9n, agent: 0n } }];
    return story(sampleTerms({ court: { kind: "none" }, pots }));
  };
  const shared = buys(RIVAL, JUDGE);
  const unshared = buys(null, null);
  const done = (): Story => fixed().act(PRINCIPAL, "verify");
  const rows: { when: string; told: Story; by: Signer; data?: JsonObject; to: string }[] = [
    { when: "before anybody came", told: story(), by: PRINCIPAL, to: "open" },
    { when: "by the agent", told: accepted(), by: AGENT, to: "in_progress" },
    { when: "by an agent that left", told: bonded().act(AGENT, "decline"), by: AGENT, to: "open" },
    { when: "by a stranger", told: accepted(), by: RIVAL, to: "not_a_party" },
    {
      when: "by an agent that never bonded",
      told: story(sampleTerms({ agent: AGENT.party })),
      by: AGENT,
      to: "not_a_party",
    },
    {
      when: "by the agent before the last",
      told: bonded().act(AGENT, "decline").act(RIVAL, "bond").act(RIVAL, "decline"),
      by: AGENT,
      to: "open",
    },
    { when: "by the judge", told: story(sampleTerms(foreign)), by: JUDGE, to: "open" },
    { when: "by the judge of no court", told: story(freeTerms()), by: JUDGE, to: "not_a_party" },
    { when: "by the author of what is used", told: shared, by: RIVAL, to: "open" },
    { when: "by whoever recommended it", told: shared, by: JUDGE, to: "open" },
    { when: "by nobody's author", told: unshared, by: RIVAL, to: "not_a_party" },
    { when: "by the server", told: story(), by: SERVER, to: "not_a_party" },
    { when: "after the deadline", told: accepted().wait(130), by: AGENT, to: "in_progress" },
    { when: "after the end", told: done(), by: AGENT, to: "fulfilled" },
    {
      when: "after everything was paid",
      told: done().act(SERVER, "settled"),
      by: AGENT,
      to: "account_fixed",
    },
    {
      when: "as long as may be",
      told: story(),
      by: PRINCIPAL,
      data: { account: "a".repeat(200) },
      to: "open",
    },
    {
      when: "longer",
      told: story(),
      by: PRINCIPAL,
      data: { account: "a".repeat(201) },
      to: "malformed_act",
    },
    { when: "empty", told: story(), by: PRINCIPAL, data: { account: "" }, to: "malformed_act" },
  ];

  test.each(rows)("$when → $to", ({ told, by, data, to }) => {
    expect(told.leadsTo(by, "set_account", data)).toBe(to);
  });

  test("the last word counts, for each party alone, until its payout is signed", () => {
    const told = accepted().act(AGENT, "set_account", { account: "a" });
    told.act(AGENT, "set_account", { account: "b" }).act(PRINCIPAL, "set_account");
    expect(told.state.accounts).toEqual({ [AGENT.party]: "b", [PRINCIPAL.party]: "account-1" });
    const isPayoutSigned = (party: string): boolean => party === AGENT.party;
    const signed = new Story(sampleTerms(), { isPayoutSigned }).act(PRINCIPAL, "post");
    signed.act(AGENT, "bond");
    signed.act(PRINCIPAL, "set_account", { account: "a" });
    expect(signed.leadsTo(PRINCIPAL, "set_account")).toBe("investigating");
    // The first account may still be named: no payout that is signed went by another.
    signed.act(AGENT, "set_account", { account: "a" });
    expect(signed.state.accounts[AGENT.party]).toBe("a");
    expect(signed.refusal(AGENT, "set_account", { account: "b" })).toEqual({
      code: "account_fixed",
      author: AGENT.party,
    });
    expect(signed.leadsTo(PRINCIPAL, "set_account")).toBe("investigating");
  });
});

describe("an account may be changed", () => {
  const changed = (told: Story, by: Signer, times: number): Story => {
    for (let time = 0; time < times; time += 1) {
      told.act(by, "set_account", { account: `account-${time}` });
    }
    return told;
  };

  test("ten times, the first time counted", () => {
    expect(changed(story(), PRINCIPAL, 9).leadsTo(PRINCIPAL, "set_account")).toBe("open");
    const told = changed(story(), PRINCIPAL, 10);
    const tooMany = { code: "too_many_changes", limit: 10 };
    expect(told.refusal(PRINCIPAL, "set_account")).toEqual(tooMany);
    expect(told.refusal(PRINCIPAL, "set_account", { account: "account-9" })).toEqual(tooMany);
    expect(told.state.accounts).toEqual({ [PRINCIPAL.party]: "account-9" });
  });

  test("by each party, also by one that has left", () => {
    const told = changed(changed(bonded(foreign), PRINCIPAL, 10), AGENT, 9).act(AGENT, "decline");
    expect(changed(told, AGENT, 1).leadsTo(AGENT, "set_account")).toBe("too_many_changes");
    expect(changed(told, JUDGE, 10).leadsTo(JUDGE, "set_account")).toBe("too_many_changes");
  });
});

describe("talk", () => {
  const rows: {
    when: string;
    told: Story;
    by: Signer;
    act?: "ask" | "answer" | "message";
    to: string;
  }[] = [
    { when: "nobody came", told: story(), by: PRINCIPAL, to: "nobody_to_talk_to" },
    {
      when: "the only agent left",
      told: bonded().act(AGENT, "decline"),
      by: AGENT,
      to: "nobody_to_talk_to",
    },
    { when: "a deposit is awaited", told: reserved(), by: PRINCIPAL, to: "reserved" },
    {
      when: "a former agent interrupts",
      told: bonded().act(AGENT, "decline").act(RIVAL, "bond"),
      by: AGENT,
      to: "not_a_party",
    },
    { when: "the court sits", told: heard(), by: AGENT, to: "deliberating" },
    { when: "it is halted", told: halted(), by: AGENT, to: "halted" },
    { when: "the principal said no", told: contested(), by: AGENT, to: "contest" },
    { when: "the deadline has passed", told: bonded().wait(121), by: AGENT, to: "investigating" },
    { when: "it is fulfilled", told: fixed().act(PRINCIPAL, "verify"), by: AGENT, to: "fulfilled" },
    { when: "it is resolved", told: ruled().lapse(), by: PRINCIPAL, to: "resolved" },
    {
      when: "it is canceled",
      told: bonded().act(PRINCIPAL, "cancel"),
      by: AGENT,
      to: "contract_ended",
    },
    { when: "it is voided", told: heard().lapse(), by: AGENT, to: "contract_ended" },
    { when: "the agent asks", told: bonded(), by: AGENT, act: "ask", to: "investigating" },
    { when: "the principal asks", told: bonded(), by: PRINCIPAL, act: "ask", to: "not_a_party" },
    {
      when: "the principal answers",
      told: bonded(),
      by: PRINCIPAL,
      act: "answer",
      to: "investigating",
    },
    { when: "the agent answers", told: bonded(), by: AGENT, act: "answer", to: "not_a_party" },
  ];

  test.each(rows)("when $when → $to", ({ told, by, act = "message", to }) => {
    expect(told.leadsTo(by, act)).toBe(to);
  });

  test.each([
    { when: "it is empty", message: "", to: "malformed_act" },
    { when: "it is as long as may be", message: "a".repeat(4_000), to: "investigating" },
    { when: "it is longer", message: "a".repeat(4_001), to: "malformed_act" },
  ])("when $when → $to", ({ message, to }) => {
    expect(bonded().leadsTo(AGENT, "message", { message })).toBe(to);
  });
});

describe("how much may be said", () => {
  const two = { rules: { maxMessages: 2 } };
  const said = (told: Story, by: Signer, times: number): Story => {
    for (let time = 0; time < times; time += 1) told.act(by, "message");
    return told;
  };

  test("as much as the terms allow, in whatever words", () => {
    expect(said(bonded(two), AGENT, 1).leadsTo(AGENT, "ask")).toBe("investigating");
    for (const act of ["ask", "message"] as const) {
      expect(said(bonded(two), AGENT, 2).refusal(AGENT, act)).toEqual({
        code: "too_much_talk",
        limit: 2,
      });
    }
    expect(said(bonded(), AGENT, 99).leadsTo(AGENT, "ask")).toBe("investigating");
    expect(said(bonded(), AGENT, 100).leadsTo(AGENT, "ask")).toBe("too_much_talk");
    expect(bonded({ rules: { maxMessages: 0 } }).leadsTo(AGENT, "ask")).toBe("too_much_talk");
  });

  test("by each side for itself", () => {
    const told = said(bonded(two), AGENT, 2);
    expect(said(told, PRINCIPAL, 1).leadsTo(PRINCIPAL, "answer")).toBe("investigating");
    expect(said(told, PRINCIPAL, 1).leadsTo(PRINCIPAL, "answer")).toBe("too_much_talk");
  });

  test("with each agent anew", () => {
    const told = said(said(bonded(two), AGENT, 2), PRINCIPAL, 2).act(AGENT, "decline");
    told.act(RIVAL, "bond");
    expect(said(told, PRINCIPAL, 2).leadsTo(PRINCIPAL, "message")).toBe("too_much_talk");
    expect(said(told, RIVAL, 2).leadsTo(RIVAL, "message")).toBe("too_much_talk");
  });

  test("through every phase, the end included", () => {
    const told = said(bonded(two), AGENT, 1).act(AGENT, "accept").act(AGENT, "fix");
    said(told.act(PRINCIPAL, "verify"), AGENT, 1);
    expect(told.leadsTo(AGENT, "message")).toBe("too_much_talk");
  });

  test("and it counts past the deadline and past the words that restart a turn", () => {
    const rules = { maxMessages: 3, maxTalkTurns: 1 };
    const told = said(bonded({ rules }), AGENT, 2).wait(121);
    expect(said(told, AGENT, 1).leadsTo(AGENT, "message")).toBe("too_much_talk");
  });
});

describe("the end", () => {
  const ended = (): Story => fixed().act(PRINCIPAL, "verify").act(SERVER, "settled");

  test("is settled once", () => {
    expect(ended().leadsTo(SERVER, "settled")).toBe("contract_ended");
    expect(accepted().leadsTo(SERVER, "settled")).toBe("wrong_phase");
  });

  const talk = ["post", "ask", "answer", "message", "set_account"];
  test.each(PARTY_ACTS.filter((act) => !talk.includes(act)))("leaves nothing for %s", (act) => {
    expect(ended().leadsTo(AGENT, act)).toBe("contract_ended");
    expect(ended().leadsTo(PRINCIPAL, act)).toBe("contract_ended");
  });
});
