/** Idempotency keys, and deposits in the same transaction as the act. */
import { contractAlias } from "@bazaar/kernel";
import { holdAccount } from "@bazaar/market/ports";
import { expect } from "vitest";
import { type ActWrite, type Rehearsal, rehearse } from "../rehearsal.ts";
import { AGENT, PRINCIPAL, RIVAL, TEST_XNO, units } from "../sample-terms.ts";
import { type Claim, grantBoth, storeAll } from "./under-test.ts";

export function storeOnceClaims(claim: Claim): void {
  oncePerKey(claim);
  deposits(claim);
}

function oncePerKey(claim: Claim): void {
  claim("a key counts once: the second write is told of the first", async (under) => {
    const { store, another } = under;
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    await storeAll(store, [{ ...contract.post(), onceKeys: ["k"] }]);
    const of = { contract: contract.id, seq: 0 };
    const write = { ...contract.draft(AGENT, "bond"), onceKeys: ["k"] };
    expect(await another.commit([write])).toEqual([{ is: "duplicate", of }]);
    expect(await another.writtenOnce("k")).toEqual(of);
    expect(await store.entries(contract.id)).toHaveLength(1);
    expect(await store.ledger.balance(AGENT.party, "XNO")).toBe(units("10"));
  });

  claim("a key is checked before the head, the alias and the money", async ({ store }) => {
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    await storeAll(store, [contract.post()]);
    const bonded = { ...contract.play(AGENT, "bond"), onceKeys: ["k"] };
    await storeAll(store, [bonded]);
    const duplicate = { is: "duplicate", of: { contract: contract.id, seq: 1 } };
    expect(await store.commit([bonded])).toEqual([duplicate]);
    const unpaid = rehearse(4, { principal: RIVAL.party }).post(RIVAL);
    expect(await store.commit([{ ...unpaid, onceKeys: ["k"] }])).toEqual([duplicate]);
  });

  claim("a key also counts once within a batch", async ({ store }) => {
    await grantBoth(store.ledger);
    const posts = [rehearse(1).post(), rehearse(2).post()];
    const answers = await store.commit(posts.map((write) => ({ ...write, onceKeys: ["k"] })));
    expect(answers).toEqual([
      { is: "stored", no: 1 },
      { is: "duplicate", of: { contract: rehearse(1).id, seq: 0 } },
    ]);
    expect(await store.writtenOnce("unheard of")).toBeNull();
  });

  claim("a write counts once under any of its keys", async ({ store, another }) => {
    await grantBoth(store.ledger);
    const [a, b, c] = [rehearse(1), rehearse(2), rehearse(3)];
    await storeAll(store, [{ ...a.post(), onceKeys: ["a", "z", "a"] }]);
    await storeAll(store, [{ ...b.post(), onceKeys: ["b"] }]);
    const of = (contract: Rehearsal) => ({ contract: contract.id, seq: 0 });
    const post = c.post();
    const asked = [
      ["new", "z"],
      ["b", "a"],
      ["other", "a", "b"],
    ];
    const answers = await another.commit(asked.map((onceKeys) => ({ ...post, onceKeys })));
    expect(answers).toEqual([a, b, a].map((first) => ({ is: "duplicate", of: of(first) })));
    expect(await another.writtenOnce("z")).toEqual(of(a));
    // A write that was not stored uses up none of its keys.
    for (const key of ["new", "other"]) expect(await store.writtenOnce(key)).toBeNull();
    await storeAll(another, [{ ...post, onceKeys: ["new", "other"] }]);
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
    const onceKey = "deposit/x";
    const write = {
      contract: contract.id,
      step: null,
      legs: [leg],
      alias: null,
      onceKeys: [onceKey],
    };
    expect((await store.commit([write]))[0]?.is).toBe("stored");
    const of = { contract: contract.id, seq: null };
    expect(await another.commit([write])).toEqual([{ is: "duplicate", of }]);
    expect(await another.writtenOnce(onceKey)).toEqual(of);
    expect(await store.load(contract.id)).toEqual(before);
    expect(await store.feed(0, 10)).toHaveLength(1);
    expect((await store.openLegs(0, 10)).map(({ leg }) => leg.key)).toEqual([leg.key]);
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

  claim(
    "an act that cannot be paid for leaves no trace, the others of its batch stay",
    async (under) => {
      const { store } = under;
      await grantBoth(store.ledger, "1");
      const [a, b, c] = [rehearse(1), rehearse(2), rehearse(3, { principal: AGENT.party })];
      const broke = { ...b.post(), onceKeys: ["k"] };
      const answers = await store.commit([a.post(), broke, c.post(AGENT)]);
      const [hold] = broke.step.holds;
      expect(answers).toEqual([
        { is: "stored", no: 1 },
        { is: "insufficient", hold, available: units("0.33") },
        { is: "stored", no: 2 },
      ]);
      expect(await store.load(b.id)).toBeNull();
      expect(await store.contractOf(contractAlias(b.id))).toBeNull();
      expect(await store.writtenOnce("k")).toBeNull();
      expect(await store.overdue(Number.MAX_SAFE_INTEGER, 10)).not.toContain(b.id);
      expect(await store.ledger.balance(PRINCIPAL.party, "XNO")).toBe(units("0.33"));
      expect((await store.load(c.id))?.state.phase).toBe("open");
    },
  );

  claim("several deposits of one act share one balance", async ({ store }) => {
    await grantBoth(store.ledger, "1");
    /** A post that owes 0.67 for its pot and so much more for another. */
    const owing = (contract: Rehearsal, more: string): ActWrite => {
      const posted = contract.post();
      const [hold] = posted.step.holds;
      if (hold === undefined) throw new Error("a post on the ledger is paid for");
      const holds = [hold, { ...hold, pot: 1, amount: units(more) }];
      return { ...posted, step: { ...posted.step, holds } };
    };
    const [short, exact] = [rehearse(1), rehearse(2)];
    const much = owing(short, "0.34");
    const [, second] = much.step.holds;
    const answers = await store.commit([much]);
    expect(answers).toEqual([{ is: "insufficient", hold: second, available: units("0.33") }]);
    expect(await store.ledger.balance(PRINCIPAL.party, "XNO")).toBe(units("1"));
    expect(await store.ledger.balance(holdAccount(short.id, 0), "XNO")).toBe(0n);

    await storeAll(store, [owing(exact, "0.33")]);
    expect(await store.ledger.balance(PRINCIPAL.party, "XNO")).toBe(0n);
    expect(await store.ledger.balance(holdAccount(exact.id, 1), "XNO")).toBe(units("0.33"));
  });
}
