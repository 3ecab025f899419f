/** Counts: contracts by phase and by party, and all agents so far. */
import type { Party, Phase } from "@bazaar/kernel";
import type { Census, Share, Store } from "@bazaar/market/ports";
import { expect } from "vitest";
import { fulfilled, type Rehearsal, rehearse } from "../rehearsal.ts";
import { AGENT, JUDGE, PRINCIPAL, RIVAL, units } from "../sample-terms.ts";
import { grant } from "../small-needs.ts";
import { type Claim, grantBoth, storeAll } from "./under-test.ts";

const NOBODY: Census = new Map();

function census(counts: Partial<Record<Phase, number>>): Census {
  return new Map(Object.entries(counts) as [Phase, number][]);
}

/** How many contracts a party has open, on either side. */
async function openOf(
  store: Store,
  party: Party,
): Promise<{ readonly posted: number; readonly seated: number }> {
  return {
    posted: await countOpen(store, party, "principal"),
    seated: await countOpen(store, party, "agent"),
  };
}

/** The highest limit that is used up, found with a write that is never stored: it has no money. */
async function countOpen(store: Store, party: Party, as: Share["as"]): Promise<number> {
  const unpaid = rehearse(99, { principal: JUDGE.party }).post(JUDGE);
  for (let limit = 1; ; limit += 1) {
    const step = { ...unpaid.step, share: { party, as, limit } };
    const [answer] = await store.commit([{ ...unpaid, step }]);
    if (answer?.is !== "share_used_up") return limit - 1;
  }
}

/** Posted and bonded; the agent may leave again. */
async function storeBonded(store: Store, contract: Rehearsal): Promise<void> {
  await storeAll(store, [contract.post(), contract.play(AGENT, "bond")]);
}

export function storeCensusClaims(claim: Claim): void {
  claim("nothing is counted before anything is stored", async ({ store }) => {
    expect(await store.census()).toEqual(NOBODY);
    expect(await store.countAgents()).toBe(0);
    expect(await store.history(AGENT.party)).toEqual({
      unsupported: 0,
      principal: NOBODY,
      agent: NOBODY,
    });
    expect(await openOf(store, AGENT.party)).toEqual({ posted: 0, seated: 0 });
    expect(await store.lastNo()).toBe(0);
  });

  claim("a contract is counted in the phase it is in, and in no other", async (under) => {
    const { store, another } = under;
    await grantBoth(store.ledger);
    const [a, b, c] = [rehearse(1), rehearse(2), rehearse(3)];
    await storeAll(store, [a.post(), b.post(), c.post()]);
    expect(await another.census()).toEqual(census({ open: 3 }));
    await storeAll(store, [a.play(AGENT, "bond"), b.play(PRINCIPAL, "cancel")]);
    expect(await another.census()).toEqual(census({ open: 1, investigating: 1, canceled: 1 }));
  });

  claim("what is not stored is not counted", async ({ store }) => {
    await grantBoth(store.ledger);
    const [contract, unpaid] = [rehearse(1), rehearse(2, { principal: RIVAL.party }).post(RIVAL)];
    const posted = contract.post();
    await storeAll(store, [posted]);
    const bonded = contract.draft(AGENT, "bond");
    const stale = { ...bonded, step: { ...bonded.step, expectedSeq: 2 } };
    const answers = await store.commit([posted, stale, unpaid]);
    expect(answers.map(({ is }) => is)).toEqual(["head_moved", "head_moved", "insufficient"]);
    expect(await store.census()).toEqual(census({ open: 1 }));
    expect(await store.countAgents()).toBe(0);
    expect(await store.lastNo()).toBe(1);
    expect(await openOf(store, RIVAL.party)).toEqual({ posted: 0, seated: 0 });
  });

  claim("a party's contracts are counted per side", async ({ store, another }) => {
    await grantBoth(store.ledger);
    const own = rehearse(3, { principal: AGENT.party });
    for (const number of [1, 2]) await storeAll(store, fulfilled(rehearse(number)));
    await storeAll(store, [own.post(AGENT)]);
    const ended = census({ fulfilled: 2 });
    const posted = { unsupported: 0, principal: ended, agent: NOBODY };
    expect(await another.history(PRINCIPAL.party)).toEqual(posted);
    const both = { unsupported: 0, principal: census({ open: 1 }), agent: ended };
    expect(await another.history(AGENT.party)).toEqual(both);
  });

  claim("failures without evidence are counted for their principal", async (under) => {
    const { store, another } = under;
    await grantBoth(store.ledger);
    for (const number of [1, 2]) {
      const contract = rehearse(number);
      const writes = [
        contract.post(),
        contract.play(AGENT, "bond"),
        contract.play(AGENT, "accept"),
        contract.play(AGENT, "fix"),
        contract.play(PRINCIPAL, "verify", { success: false }),
        contract.play(AGENT, "fix"),
        contract.play(PRINCIPAL, "verify", { success: false, evidence: { exit_code: 1n } }),
      ];
      await storeAll(store, writes);
    }
    expect((await another.history(PRINCIPAL.party)).unsupported).toBe(2);
    expect((await another.history(AGENT.party)).unsupported).toBe(0);
  });

  claim("only what has not ended counts as open", async ({ store, another }) => {
    await grantBoth(store.ledger);
    const [seated, unclaimed] = [rehearse(1), rehearse(2)];
    await storeAll(store, fulfilled(rehearse(3)));
    await storeBonded(store, seated);
    await storeAll(store, [unclaimed.post()]);
    expect(await openOf(another, PRINCIPAL.party)).toEqual({ posted: 2, seated: 0 });
    expect(await openOf(another, AGENT.party)).toEqual({ posted: 0, seated: 1 });
    await storeAll(store, [unclaimed.play(PRINCIPAL, "cancel")]);
    expect(await openOf(another, PRINCIPAL.party)).toEqual({ posted: 1, seated: 0 });
  });

  claim(
    "an agent that left has no seat, but is the last to have held it",
    async ({ store, another }) => {
      await grantBoth(store.ledger);
      const contract = rehearse(1);
      await storeBonded(store, contract);
      await storeAll(store, [contract.play(AGENT, "decline")]);
      expect(await openOf(another, AGENT.party)).toEqual({ posted: 0, seated: 0 });
      expect((await another.history(AGENT.party)).agent).toEqual(census({ open: 1 }));
    },
  );

  claim("the next agent takes the contract over, and both have been agents", async (under) => {
    const { store, another } = under;
    await grantBoth(store.ledger);
    await grant(store.ledger, RIVAL.party, units("10"));
    const contract = rehearse(1);
    await storeBonded(store, contract);
    expect(await another.countAgents()).toBe(1);
    await storeAll(store, [contract.play(AGENT, "decline"), contract.play(RIVAL, "bond")]);
    expect((await another.history(AGENT.party)).agent).toEqual(NOBODY);
    expect((await another.history(RIVAL.party)).agent).toEqual(census({ investigating: 1 }));
    expect(await openOf(another, RIVAL.party)).toEqual({ posted: 0, seated: 1 });
    expect(await another.countAgents()).toBe(2);
    await storeBonded(store, rehearse(2));
    expect(await another.countAgents()).toBe(2);
  });

  claim("the newest entry's number is known without reading the feed", async (under) => {
    const { store, another } = under;
    await grantBoth(store.ledger);
    await storeAll(store, fulfilled(rehearse(1)));
    expect(await another.lastNo()).toBe(5);
    await storeAll(another, [rehearse(2).post()]);
    expect(await store.lastNo()).toBe(6);
  });

  claim("a store belongs to the first platform that asked", async ({ store, another }) => {
    expect(await store.claim(PRINCIPAL.party)).toBe(PRINCIPAL.party);
    expect(await another.claim(RIVAL.party)).toBe(PRINCIPAL.party);
    expect(await store.claim(RIVAL.party)).toBe(PRINCIPAL.party);
    expect(await another.claim(PRINCIPAL.party)).toBe(PRINCIPAL.party);
  });

  claim("of two platforms that ask at once one is refused", async ({ store, another }) => {
    const [one, other] = await Promise.all([
      store.claim(PRINCIPAL.party),
      another.claim(RIVAL.party),
    ]);
    expect(one).toBe(other);
  });
}
