/** Open legs, and when a contract can be settled. */
import { holdAccount, ledgerProof, type Store } from "@bazaar/market/ports";
import { expect } from "vitest";
import { type ActWrite, fulfilled, rehearse, settledBy } from "../rehearsal.ts";
import { AGENT, freeTerms, PRINCIPAL, SERVER, units } from "../sample-terms.ts";
import { type Claim, grantBoth, payOut, sendBack, storeAll, storeFulfilled } from "./under-test.ts";

export function storePayoutClaims(claim: Claim): void {
  payingAtOnce(claim);
  waiting(claim);
  settling(claim);
}

/** The end of a contract with all its legs paid by the ledger in the same write. */
function paidAtOnce(write: ActWrite): ActWrite {
  const payouts = write.legs.map(({ key, contract, pot, asset, amount, to }) => ({
    key,
    from: holdAccount(contract, pot),
    to: to.party ?? to.role,
    asset: asset.code,
    amount,
  }));
  return { ...write, step: { ...write.step, payouts } };
}

function payingAtOnce(claim: Claim): void {
  claim(
    "what the ledger pays with an act is confirmed by it, and can be settled",
    async (under) => {
      const { store, another } = under;
      const contract = rehearse(1);
      await grantBoth(store.ledger);
      await storeAll(store, fulfilled(contract).map(paidAtOnce));
      const legs = await another.legsOf(contract.id);
      expect(legs.map(({ status }) => status)).toEqual(["confirmed", "confirmed", "confirmed"]);
      expect(legs.map(({ proof }) => proof)).toEqual(legs.map(({ leg }) => ledgerProof(leg.key)));
      expect(await another.openLegs(0, 10)).toEqual([]);
      expect(await another.settleable(10)).toEqual([contract.id]);
      const { ledger } = another;
      expect(await ledger.balance(holdAccount(contract.id, 0), "XNO")).toBe(0n);
      expect(await ledger.balance(AGENT.party, "XNO")).toBe(units("10.45"));
      expect(await ledger.balance(PRINCIPAL.party, "XNO")).toBe(units("9.5"));
    },
  );

  claim("the payees of an act are stored with the contract", async ({ store, another }) => {
    const contract = rehearse(1);
    await grantBoth(store.ledger);
    await storeAll(store, fulfilled(contract).map(paidAtOnce));
    for (const each of [store, another]) {
      const stored = await each.load(contract.id);
      expect(stored?.signedPayees).toEqual([AGENT.party, PRINCIPAL.party, SERVER.party]);
      expect(stored?.signedLegs).toBe(3);
    }
    const late = contract.draft(AGENT, "set_account", { account: "too late" });
    expect(await store.commit([late])).toEqual([{ is: "head_moved" }]);
  });
}

function waiting(claim: Claim): void {
  const openKeys = async (store: Store): Promise<readonly string[]> =>
    (await store.openLegs(0, 10)).map(({ leg }) => leg.key);

  claim("a waiting leg is skipped until its contract's next entry", async (under) => {
    const { store, another } = under;
    const [contract, other] = [rehearse(1), rehearse(2)];
    await storeFulfilled(store, contract);
    await storeAll(store, [other.post()]);
    const [first, ...rest] = await openKeys(store);
    const asOf = await store.load(contract.id);
    if (first === undefined || asOf === null) throw new Error("nothing was stored");
    expect(await another.letLegWait(first, asOf)).toBe(true);
    expect(await openKeys(store)).toEqual(rest);
    expect((await store.legsOf(contract.id))[0]).toMatchObject({
      status: "ordered",
      isWaiting: true,
    });
    await storeAll(store, [other.play(AGENT, "bond")]);
    expect(await openKeys(store)).toEqual(rest);
    await storeAll(another, [contract.play(AGENT, "set_account")]);
    expect(await openKeys(store)).toEqual([first, ...rest]);
  });

  claim("a leg does not wait for an entry that has already come", async ({ store, another }) => {
    const contract = rehearse(1);
    await storeFulfilled(store, contract);
    const keys = await openKeys(store);
    const asOf = await store.load(contract.id);
    if (asOf === null) throw new Error("nothing was stored");
    await storeAll(another, [contract.play(AGENT, "set_account")]);
    expect(await store.letLegWait(keys[0] ?? "", asOf)).toBe(false);
    expect(await openKeys(store)).toEqual(keys);
  });

  claim(
    "only an ordered leg can wait, and a leg that moves on stops waiting",
    async ({ store }) => {
      const contract = rehearse(1);
      await storeFulfilled(store, contract);
      const [first = "", second = ""] = await openKeys(store);
      const asOf = await store.load(contract.id);
      if (asOf === null) throw new Error("nothing was stored");
      await store.letLegWait(first, asOf);
      await store.moveLeg(first, "ordered", { status: "signed", message: "m", asOf });
      expect((await store.openLegs(0, 1))[0]).toMatchObject({ status: "signed", isWaiting: false });
      const now = (await store.load(contract.id)) ?? asOf;
      expect(await store.letLegWait(first, now)).toBe(false);
      expect(await store.letLegWait("no such leg", now)).toBe(false);
      expect(await store.letLegWait(second, now)).toBe(true);
    },
  );
}

function settling(claim: Claim): void {
  claim("a contract is settleable when it ended and every leg is confirmed", async (under) => {
    const { store, another } = under;
    const contract = rehearse(1);
    await storeFulfilled(store, contract);
    const legs = await store.legsOf(contract.id);
    for (const { leg } of legs) {
      expect(await another.settleable(10)).toEqual([]);
      await payOut(store, leg.key);
    }
    expect(await another.settleable(10)).toEqual([contract.id]);
    contract.signedLegs = legs.length;
    await storeAll(store, [settledBy(contract)]);
    expect(await another.settleable(10)).toEqual([]);
  });

  claim("a seat's paid legs settle nothing while the contract goes on", async ({ store }) => {
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    await storeAll(store, [
      contract.post(),
      contract.play(AGENT, "bond"),
      contract.play(AGENT, "decline"),
    ]);
    const [leg] = await store.legsOf(contract.id);
    await payOut(store, leg?.leg.key ?? "");
    expect(await store.settleable(10)).toEqual([]);
    contract.signedLegs = 1;
    contract.nowMs = (contract.state.deadline?.atMs ?? 0) + 1;
    await storeAll(store, [contract.play(SERVER, "auto_cancel", { reason: "unclaimed" })]);
    expect(await store.settleable(10)).toEqual([]);
    await payOut(store, `${contract.id}/1`);
    expect(await store.settleable(10)).toEqual([contract.id]);
  });

  claim("an entry after the last payment leaves its contract settleable", async (under) => {
    const { store, another } = under;
    const contract = rehearse(1);
    await storeFulfilled(store, contract);
    for (const { leg } of await store.legsOf(contract.id)) await payOut(store, leg.key);
    contract.signedLegs = 3;
    await storeAll(store, [contract.play(PRINCIPAL, "set_account")]);
    expect(await another.settleable(10)).toEqual([contract.id]);
  });

  claim("money that only goes back neither delays a settlement nor asks for one", async (under) => {
    const { store } = under;
    const [contract, empty] = [rehearse(1), rehearse(2, freeTerms({ nonce: "02".repeat(32) }))];
    await storeFulfilled(store, contract);
    await storeAll(store, [empty.post(), empty.play(PRINCIPAL, "cancel")]);
    for (const some of [contract, empty]) await sendBack(store, some, "dust");
    for (const { leg } of await store.legsOf(contract.id)) await payOut(store, leg.key);
    await payOut(store, `${empty.id}/back/dust`);
    expect(await store.settleable(10)).toEqual([contract.id]);
  });

  claim("what comes after the settlement goes back without another one", async ({ store }) => {
    const contract = rehearse(1);
    await storeFulfilled(store, contract);
    for (const { leg } of await store.legsOf(contract.id)) await payOut(store, leg.key);
    contract.signedLegs = 3;
    await storeAll(store, [settledBy(contract)]);
    await sendBack(store, contract, "much later");
    await payOut(store, `${contract.id}/back/much later`);
    expect(await store.settleable(10)).toEqual([]);
  });

  claim("a contract that held nothing is never settleable", async ({ store }) => {
    const contract = rehearse(1, freeTerms());
    await storeAll(store, [contract.post(), contract.play(PRINCIPAL, "cancel")]);
    expect(await store.settleable(10)).toEqual([]);
  });

  claim("at most so many are settleable at a time", async ({ store }) => {
    const contracts = [rehearse(1), rehearse(2), rehearse(3)];
    await grantBoth(store.ledger);
    for (const contract of contracts) {
      await storeAll(store, fulfilled(contract));
      for (const { leg } of await store.legsOf(contract.id)) await payOut(store, leg.key);
    }
    expect(await store.settleable(2)).toHaveLength(2);
    expect(new Set(await store.settleable(9))).toEqual(new Set(contracts.map(({ id }) => id)));
  });
}
