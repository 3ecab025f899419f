/** Commit: compare-and-set per contract, aliases, feed numbers. */
import { contractAlias, InvariantViolation } from "@bazaar/kernel";
import { MAX_WRITES, type Share } from "@bazaar/market/ports";
import { expect } from "vitest";
import { type ActWrite, fulfilled, rehearse } from "../rehearsal.ts";
import { AGENT, freeTerms, PRINCIPAL, RIVAL } from "../sample-terms.ts";
import { type Claim, grantBoth, storeAll } from "./under-test.ts";

export function storeCommitClaims(claim: Claim): void {
  compareAndSet(claim);
  whatIsTaken(claim);
  feedNumbers(claim);
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
      const { entry, hash, receivedAtMs } = posted.step;
      const signed = { signedPayees: [], signedLegs: 0 };
      const { state } = contract;
      expect(stored).toEqual({ state, chain, ...signed, postedMs: receivedAtMs });
      const phases = { phaseBefore: null, phase: "open" };
      const row = { no: 1, contract: contract.id, entry, hash, receivedAtMs, ...phases };
      const [read, ...others] = await reader.entries(contract.id);
      expect({ ...read, entry: read?.entry }).toEqual(row);
      expect(others).toEqual([]);
      expect(await reader.nextDeadlineMs()).toBe(contract.state.deadline?.atMs);
    }
  });

  claim("every entry has the phase before it and after it", async (under) => {
    const { store, another } = under;
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    await storeAll(store, fulfilled(contract));
    const phases = [null, "open", "investigating", "in_progress", "verifying", "fulfilled"];
    const steps = phases.slice(1).map((phase, at) => ({ phaseBefore: phases[at], phase }));
    expect(await another.entries(contract.id)).toMatchObject(steps);
    expect(await another.feed(0, 10)).toMatchObject(steps);
  });

  claim("the time of posting is kept with the contract", async ({ store, another }) => {
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    const postedMs = contract.nowMs;
    await storeAll(store, [contract.post()]);
    contract.nowMs += 5_000;
    await storeAll(another, [contract.play(AGENT, "bond")]);
    for (const reader of [store, another]) {
      expect((await reader.load(contract.id))?.postedMs).toBe(postedMs);
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

    const write = { ...lost.play(PRINCIPAL, "cancel"), onceKeys: ["lost"] };
    expect(await another.commit([write])).toEqual([{ is: "head_moved" }]);
    expect(await store.load(contract.id)).toEqual(before);
    expect(await store.entries(contract.id)).toHaveLength(2);
    expect(await store.feed(0, 10)).toHaveLength(2);
    expect(await store.legsOf(contract.id)).toEqual([]);
    expect(await store.writtenOnce("lost")).toBeNull();
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

  claim("what a commit has acknowledged is what the other handle loads next", async (under) => {
    const { store, another } = under;
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    await storeAll(store, [contract.post()]);
    const commit = store.commit([contract.play(AGENT, "bond")]);
    // While the write waits for its turn, so that the old contract could be remembered.
    await another.load(contract.id);
    await commit;
    expect((await another.load(contract.id))?.chain.seq).toBe(2);
  });

  claim("the loser of a race sees the other act and succeeds the next time", async (under) => {
    const { store, another } = under;
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    await storeAll(store, [contract.post()]);
    // Both have looked, so both could answer from what they remember.
    for (const reader of [store, another]) await reader.load(contract.id);
    const lost = contract.draft(PRINCIPAL, "cancel");
    await storeAll(another, [contract.play(AGENT, "bond")]);
    expect(await store.commit([lost])).toEqual([{ is: "head_moved" }]);
    for (const reader of [store, another]) {
      const stored = await reader.load(contract.id);
      expect(stored?.chain.seq).toBe(2);
      expect(stored?.state).toEqual(contract.state);
    }
    await storeAll(store, [contract.play(AGENT, "accept")]);
    expect((await another.load(contract.id))?.state).toEqual(contract.state);
  });

  claim("names, numbers and counts of another handle are visible at once", async (under) => {
    const { store, another } = under;
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    const alias = contractAlias(contract.id);
    // Asked for too early: that it was not there must not be remembered.
    expect(await store.contractOf(alias)).toBeNull();
    expect(await store.load(contract.id)).toBeNull();
    await storeAll(another, [contract.post(), contract.play(AGENT, "bond")]);
    expect(await store.contractOf(alias)).toBe(contract.id);
    expect((await store.load(contract.id))?.chain.seq).toBe(2);
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

function whatIsTaken(claim: Claim): void {
  claim("a party cannot exceed its limits, not even within one batch", async (under) => {
    const { store, another } = under;
    await grantBoth(store.ledger);
    const contracts = [rehearse(1), rehearse(2), rehearse(3)];
    const share = { party: PRINCIPAL.party, as: "principal", limit: 2 } as const;
    const answers = await store.commit(contracts.map((contract) => within(contract.post(), share)));
    expect(answers.map(({ is }) => is)).toEqual(["stored", "stored", "share_used_up"]);
    expect(answers[2]).toEqual({ is: "share_used_up", share });
    const seat = { party: AGENT.party, as: "agent", limit: 1 } as const;
    const [first, second] = contracts.map((contract) => contract.draft(AGENT, "bond"));
    if (first === undefined || second === undefined) throw new Error("nobody bonds");
    expect((await store.commit([within(first, seat)]))[0]?.is).toBe("stored");
    const held = await store.ledger.balance(AGENT.party, "XNO");
    expect(await another.commit([within(second, seat)])).toEqual([
      { is: "share_used_up", share: seat },
    ]);
    expect(await another.ledger.balance(AGENT.party, "XNO")).toBe(held);
    expect((await another.commit([within(second, { ...seat, limit: 2 })]))[0]?.is).toBe("stored");
  });
}

function within(write: ActWrite, share: Share): ActWrite {
  return { ...write, step: { ...write.step, share } };
}

function feedNumbers(claim: Claim): void {
  claim("a batch is as long as the maximum and no longer", async ({ store }) => {
    const { nonce: _, ...free } = freeTerms();
    const posts = (count: number) =>
      Array.from({ length: count }, (_, number) => rehearse(number, free).post());
    await expect(store.commit(posts(MAX_WRITES + 1))).rejects.toThrow(InvariantViolation);
    expect(await store.feed(0, 1)).toEqual([]);
    const answers = await store.commit(posts(MAX_WRITES));
    expect(answers.map(({ is }) => is)).toEqual(Array(MAX_WRITES).fill("stored"));
  });

  claim("feed numbers have no gaps where writes of a batch fail", async ({ store, another }) => {
    await grantBoth(store.ledger);
    const [a, b, c] = [rehearse(1), rehearse(2), rehearse(3)];
    const [first, second] = [a.post(), b.post()];
    const unpaid = rehearse(4, { principal: RIVAL.party }).post(RIVAL);
    const answers = await store.commit([first, first, unpaid, second]);
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
    await Promise.all(contracts.map((contract, at) => handles[at % 2]?.commit([contract.post()])));
    const feed = await store.feed(0, 100);
    expect(feed.map(({ no }) => no)).toEqual(contracts.map((_, at) => at + 1));
    expect(new Set(feed.map(({ contract }) => contract)).size).toBe(40);
  });
}
