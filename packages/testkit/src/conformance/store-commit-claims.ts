/** Commit: compare-and-set per contract, savepoints, feed numbers, keys that count once. */
import { contractAlias } from "@bazaar/kernel";
import { holdAccount } from "@bazaar/market/ports";
import { expect } from "vitest";
import { type ActWrite, rehearse } from "../rehearsal.ts";
import { AGENT, PRINCIPAL, RIVAL, samplePot, TEST_XNO, units } from "../sample-terms.ts";
import { type claimsAbout, grantBoth, storeAll } from "./under-test.ts";

type Claim = ReturnType<typeof claimsAbout>;

export function storeCommitClaims(claim: Claim): void {
  compareAndSet(claim);
  feedNumbers(claim);
  oncePerKey(claim);
  deposits(claim);
}

function compareAndSet(claim: Claim): void {
  claim("an act is stored whole: state, chain, entry, deadline", async ({ store, another }) => {
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    const posted = contract.post();
    expect(await store.commit([posted])).toEqual([{ is: "stored", no: 1 }]);
    for (const reader of [store, another]) {
      const stored = await reader.load(contract.id);
      const chain = { head: posted.step.hash, seq: 1 };
      expect(stored).toEqual({ state: contract.state, chain, signedPayees: [], signedLegs: 0 });
      const { entry, hash, receivedAtMs } = posted.step;
      const row = { no: 1, contract: contract.id, entry, hash, receivedAtMs };
      expect(await reader.entries(contract.id)).toEqual([row]);
      expect(await reader.nextDeadlineMs()).toBe(contract.state?.deadline?.atMs);
    }
  });

  claim("of two acts decided on one head the second changes nothing", async (under) => {
    const { store, another } = under;
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    const lost = rehearse(1);
    await storeAll(store, [contract.post()]);
    lost.post();
    const winner = contract.play(AGENT, "bond");
    await storeAll(store, [winner]);
    const before = await store.load(contract.id);
    const held = await store.ledger.balance(PRINCIPAL.party, "XNO");

    const write = { ...lost.play(PRINCIPAL, "cancel"), once: { key: "lost", answer: "" } };
    expect(await another.commit([write])).toEqual([{ is: "head_moved" }]);
    expect(await store.load(contract.id)).toEqual(before);
    expect(await store.entries(contract.id)).toHaveLength(2);
    expect(await store.feed(0, 10)).toHaveLength(2);
    expect(await store.legsOf(contract.id)).toEqual([]);
    expect(await store.savedAnswer("lost")).toBeNull();
    expect(await store.ledger.balance(PRINCIPAL.party, "XNO")).toBe(held);
  });

  claim("of two acts on one head in one batch the first is stored", async ({ store }) => {
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    await storeAll(store, [contract.post()]);
    const rivals = [contract.draft(PRINCIPAL, "cancel"), contract.draft(AGENT, "bond")];
    const answers = await store.commit(rivals);
    expect(answers).toEqual([{ is: "stored", no: 2 }, { is: "head_moved" }]);
    expect((await store.load(contract.id))?.state.phase).toBe("canceled");
  });

  claim("rivals on two handles: exactly one is stored", async ({ store, another }) => {
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    await storeAll(store, [contract.post()]);
    const [one, other] = await Promise.all([
      store.commit([contract.draft(PRINCIPAL, "cancel")]),
      another.commit([contract.draft(AGENT, "bond")]),
    ]);
    const answers = [one[0]?.is, other[0]?.is].sort();
    expect(answers).toEqual(["head_moved", "stored"]);
    expect(await store.entries(contract.id)).toHaveLength(2);
  });

  claim("a contract is posted once, and nothing follows one that is not there", async (under) => {
    const { store } = under;
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    const posted = contract.post();
    const bonded = contract.draft(AGENT, "bond");
    expect(await store.commit([bonded])).toEqual([{ is: "head_moved" }]);
    expect(await store.load(contract.id)).toBeNull();
    await storeAll(store, [posted]);
    expect(await store.commit([posted])).toEqual([{ is: "head_moved" }]);
  });

  claim("an alias belongs to one contract", async ({ store, another }) => {
    await grantBoth(store.ledger);
    const [first, second] = [rehearse(1), rehearse(2)];
    const alias = contractAlias(first.id);
    await storeAll(store, [first.post()]);
    expect(await another.contractOf(alias)).toBe(first.id);
    const held = await store.ledger.balance(PRINCIPAL.party, "XNO");
    expect(await store.commit([{ ...second.post(), alias }])).toEqual([{ is: "alias_taken" }]);
    expect(await store.contractOf(alias)).toBe(first.id);
    expect(await store.load(second.id)).toBeNull();
    expect(await store.ledger.balance(PRINCIPAL.party, "XNO")).toBe(held);
    expect(await store.contractOf("0000000000000000")).toBeNull();
  });
}

function feedNumbers(claim: Claim): void {
  claim("feed numbers have no gaps where writes of a batch fail", async ({ store, another }) => {
    await grantBoth(store.ledger);
    const [a, b, c] = [rehearse(1), rehearse(2), rehearse(3)];
    const batch = [a.post(), b.post()];
    const poor = { ...rehearse(4, { principal: RIVAL.party }) };
    expect(poor.terms.principal).toBe(RIVAL.party);
    const broke = posterWithoutMoney();
    const [first, stale, second] = [batch[0], batch[0], batch[1]] as const;
    if (first === undefined || stale === undefined || second === undefined) throw new Error();
    const answers = await store.commit([first, stale, broke, second]);
    expect(answers.map(({ is }) => is)).toEqual(["stored", "head_moved", "insufficient", "stored"]);
    await storeAll(another, [c.post()]);
    const feed = await another.feed(0, 10);
    expect(feed.map(({ no }) => no)).toEqual([1, 2, 3]);
    expect(feed.map(({ contract }) => contract)).toEqual([a.id, b.id, c.id]);
    expect(answers[3]).toEqual({ is: "stored", no: 2 });
  });

  claim("the feed goes on after any number, a page at a time", async ({ store }) => {
    await grantBoth(store.ledger);
    for (const number of [1, 2, 3, 4]) await storeAll(store, [rehearse(number).post()]);
    expect((await store.feed(1, 2)).map(({ no }) => no)).toEqual([2, 3]);
    expect((await store.feed(3, 2)).map(({ no }) => no)).toEqual([4]);
    expect(await store.feed(4, 2)).toEqual([]);
  });

  claim("many writers on two handles leave no gap", async ({ store, another }) => {
    await grantBoth(store.ledger, "100");
    const contracts = Array.from({ length: 40 }, (_, number) => rehearse(number));
    const handles = [store, another];
    await Promise.all(
      contracts.map((contract, at) => handles[at % 2]?.commit([contract.post()])),
    );
    const feed = await store.feed(0, 100);
    expect(feed.map(({ no }) => no)).toEqual(contracts.map((_, at) => at + 1));
    expect(new Set(feed.map(({ contract }) => contract)).size).toBe(40);
  });
}

/** A contract whose principal holds nothing. */
function posterWithoutMoney(): ActWrite {
  const contract = rehearse(9, { principal: RIVAL.party });
  const { terms } = rehearse(9, { principal: RIVAL.party });
  return contract.play(RIVAL, "post", { terms: termsJsonOf(terms) });
}

function oncePerKey(claim: Claim): void {
  claim("a key counts once: the second write gets the first one's answer", async (under) => {
    const { store, another } = under;
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    await storeAll(store, [{ ...contract.post(), once: { key: "k", answer: "first" } }]);
    const write = { ...contract.draft(AGENT, "bond"), once: { key: "k", answer: "second" } };
    expect(await another.commit([write])).toEqual([{ is: "duplicate", answer: "first" }]);
    expect(await another.savedAnswer("k")).toBe("first");
    expect(await store.entries(contract.id)).toHaveLength(1);
    expect(await store.ledger.balance(AGENT.party, "XNO")).toBe(units("10"));
  });

  claim("a key is looked at before the head, the alias and the money", async ({ store }) => {
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    const posted = { ...contract.post(), once: { key: "k", answer: "first" } };
    await storeAll(store, [posted]);
    expect(await store.commit([posted])).toEqual([{ is: "duplicate", answer: "first" }]);
    const broke = { ...posterWithoutMoney(), once: { key: "k", answer: "" } };
    expect(await store.commit([broke])).toEqual([{ is: "duplicate", answer: "first" }]);
  });

  claim("a key also counts once within a batch", async ({ store }) => {
    await grantBoth(store.ledger);
    const once = { key: "k", answer: "a" };
    const writes = [rehearse(1).post(), rehearse(2).post()].map((write) => ({ ...write, once }));
    const answers = await store.commit(writes);
    expect(answers).toEqual([
      { is: "stored", no: 1 },
      { is: "duplicate", answer: "a" },
    ]);
    expect(await store.savedAnswer("unheard of")).toBeNull();
  });

  claim("money that only goes back counts once and moves no contract", async (under) => {
    const { store, another } = under;
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    await storeAll(store, [contract.post()]);
    const before = await store.load(contract.id);
    const leg = {
      key: `${contract.id}/back/nano/x`,
      contract: contract.id,
      pot: 0,
      rail: "nano" as const,
      asset: TEST_XNO,
      amount: 7n,
      to: { role: "sender" as const, party: null, account: "nano_1" },
    };
    const once = { key: "deposit/x", answer: "" };
    const write = { contract: contract.id, step: null, legs: [leg], alias: null, once };
    expect((await store.commit([write]))[0]?.is).toBe("stored");
    expect(await another.commit([write])).toEqual([{ is: "duplicate", answer: "" }]);
    expect(await store.load(contract.id)).toEqual(before);
    expect(await store.feed(0, 10)).toHaveLength(1);
    expect((await store.legsOf(contract.id)).map(({ leg }) => leg.key)).toEqual([leg.key]);
  });
}

function deposits(claim: Claim): void {
  claim("a deposit moves from the balance into the hold with the act", async (under) => {
    const { store, another } = under;
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    await storeAll(store, [contract.post()]);
    const { ledger } = another;
    expect(await ledger.balance(PRINCIPAL.party, "XNO")).toBe(units("9.33"));
    expect(await ledger.balance(holdAccount(contract.id, 0), "XNO")).toBe(units("0.67"));
  });

  claim("an act that cannot be paid for leaves no trace, the others of its batch stay", async (u) => {
    const { store } = u;
    await grantBoth(store.ledger, "1");
    const [a, b, c] = [rehearse(1), rehearse(2), rehearse(3, { principal: AGENT.party })];
    const broke = { ...b.post(), once: { key: "k", answer: "" } };
    const other = c.play(AGENT, "post", { terms: termsJsonOf(c.terms) });
    const answers = await store.commit([a.post(), broke, other]);
    const [hold] = broke.step.holds;
    expect(answers).toEqual([
      { is: "stored", no: 1 },
      { is: "insufficient", hold, available: units("0.33") },
      { is: "stored", no: 2 },
    ]);
    expect(await store.load(b.id)).toBeNull();
    expect(await store.contractOf(contractAlias(b.id))).toBeNull();
    expect(await store.savedAnswer("k")).toBeNull();
    expect(await store.overdue(Number.MAX_SAFE_INTEGER, 10)).not.toContain(b.id);
    expect(await store.ledger.balance(PRINCIPAL.party, "XNO")).toBe(units("0.33"));
    expect((await store.load(c.id))?.state.phase).toBe("open");
  });

  claim("several deposits of one act share one balance", async ({ store }) => {
    await grantBoth(store.ledger, "1");
    const asset = TEST_XNO;
    const stake = { schedule: "stake", asset, rail: "ledger" } as const;
    const deposit = { principal: units("0.34"), agent: 0n };
    const pots = [samplePot(), { ...stake, due: deposit }];
    const contract = rehearse(1, { pots });
    const posted = contract.post();
    expect(posted.step.holds).toHaveLength(2);
    const [, second] = posted.step.holds;
    const answers = await store.commit([posted]);
    expect(answers).toEqual([{ is: "insufficient", hold: second, available: units("0.33") }]);
    expect(await store.ledger.balance(PRINCIPAL.party, "XNO")).toBe(units("1"));
    expect(await store.ledger.balance(holdAccount(contract.id, 0), "XNO")).toBe(0n);

    const exact = rehearse(2, {
      pots: [samplePot(), { ...stake, due: { principal: units("0.33"), agent: 0n } }],
    });
    await storeAll(store, [exact.post()]);
    expect(await store.ledger.balance(PRINCIPAL.party, "XNO")).toBe(0n);
    expect(await store.ledger.balance(holdAccount(exact.id, 1), "XNO")).toBe(units("0.33"));
  });
}
