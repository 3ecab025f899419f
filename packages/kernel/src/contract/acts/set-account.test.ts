import {
  AGENT,
  accepted,
  bonded,
  EXTERNAL_COURT,
  fixed,
  freeTerms,
  JUDGE,
  PRINCIPAL,
  RIVAL,
  SERVER,
  Story,
  sampleTerms,
  story,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { Signer } from "../../identity/signer.ts";
import { CREDIT } from "../../money/asset.ts";
import { actTable } from "../test/act-table.ts";

const buys = (author: Signer | null, referrer: Signer | null): Story => {
  const cut = (by: Signer | null) => (by === null ? null : { party: by.party, bps: 500n });
  const cuts = { author: cut(author), referrer: cut(referrer), platformBps: 0n };
  const pot = {
    schedule: "pay-after-verify",
    asset: CREDIT,
    rail: "ledger",
    funds: "post",
    bounty: 9n,
  } as const;
  const pots = [{ ...pot, ...cuts, due: { principal: 9n, agent: 0n } }];
  return story(sampleTerms({ court: { kind: "none" }, pots }));
};
const shared = buys(RIVAL, JUDGE);
const unshared = buys(null, null);
const done = (): Story => fixed().act(PRINCIPAL, "verify");
actTable("set_account", PRINCIPAL, [
  { when: "no agent has bonded", told: story(), to: "open" },
  { when: "the agent sends it", told: accepted(), by: AGENT, to: "in_progress" },
  {
    when: "an agent that left sends it",
    told: bonded().act(AGENT, "decline"),
    by: AGENT,
    to: "open",
  },
  { when: "a stranger sends it", told: accepted(), by: RIVAL, to: "not_a_party" },
  {
    when: "an agent that never bonded sends it",
    told: story(sampleTerms({ agent: AGENT.party })),
    by: AGENT,
    to: "not_a_party",
  },
  {
    when: "the agent before the last sends it",
    told: bonded().act(AGENT, "decline").act(RIVAL, "bond").act(RIVAL, "decline"),
    by: AGENT,
    to: "open",
  },
  { when: "the judge sends it", told: story(sampleTerms(EXTERNAL_COURT)), by: JUDGE, to: "open" },
  {
    when: "there is no court and a judge sends it",
    told: story(freeTerms()),
    by: JUDGE,
    to: "not_a_party",
  },
  { when: "the author sends it", told: shared, by: RIVAL, to: "open" },
  { when: "the referrer sends it", told: shared, by: JUDGE, to: "open" },
  {
    when: "there is no author and a stranger sends it",
    told: unshared,
    by: RIVAL,
    to: "not_a_party",
  },
  { when: "the server sends it", told: story(), by: SERVER, to: "not_a_party" },
  { when: "the deadline has passed", told: accepted().wait(130), by: AGENT, to: "in_progress" },
  { when: "the contract has ended", told: done(), by: AGENT, to: "fulfilled" },
  {
    when: "everything was paid",
    told: done().act(SERVER, "settled"),
    by: AGENT,
    to: "account_fixed",
  },
  {
    when: "it has the maximum length",
    told: story(),
    data: { account: "a".repeat(200) },
    to: "open",
  },
  {
    when: "it is longer",
    told: story(),
    data: { account: "a".repeat(201) },
    to: "malformed_act",
  },
  { when: "it is empty", told: story(), data: { account: "" }, to: "malformed_act" },
]);

test("the last account counts, for each party alone, until its payout is signed", () => {
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
    const told = changed(changed(bonded(EXTERNAL_COURT), PRINCIPAL, 10), AGENT, 9).act(
      AGENT,
      "decline",
    );
    expect(changed(told, AGENT, 1).leadsTo(AGENT, "set_account")).toBe("too_many_changes");
    expect(changed(told, JUDGE, 10).leadsTo(JUDGE, "set_account")).toBe("too_many_changes");
  });
});
