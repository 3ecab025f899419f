/** Payout legs, and the addresses that deposits arrive at. */
import type { OpenHold } from "@bazaar/kernel";
import { type HoldRecord, MAX_PAGE } from "@bazaar/market/ports";
import { expect } from "vitest";
import { fulfilled, rehearse } from "../rehearsal.ts";
import { AGENT, PRINCIPAL, samplePot } from "../sample-terms.ts";
import { START_MS } from "../story.ts";
import { type Claim, payOut, sendBack, storeAll, storeFulfilled } from "./under-test.ts";

export function storeLegClaims(claim: Claim): void {
  moving(claim);
  signing(claim);
  holds(claim);
}

function moving(claim: Claim): void {
  claim("legs are kept in the order they were written", async ({ store, another }) => {
    const [a, b] = [rehearse(1), rehearse(2)];
    await storeFulfilled(store, a);
    await storeAll(store, fulfilled(b));
    const legs = await another.openLegs(0, 10);
    const expected = [0, 1, 2].flatMap((leg) => [`${a.id}/${leg}`]);
    expect(legs.map(({ leg }) => leg.key)).toEqual([
      ...expected,
      ...[0, 1, 2].map((leg) => `${b.id}/${leg}`),
    ]);
    expect(legs.map(({ no }) => no)).toEqual(legs.map(({ no }) => no).toSorted((x, y) => x - y));
    const [first] = legs;
    const blank = { status: "ordered", isWaiting: false, message: null, proof: null };
    expect(first).toMatchObject({ isFromAct: true, ...blank });
    expect(await another.legsOf(a.id)).toEqual(legs.slice(0, 3));
    const page = await another.openLegs(legs[1]?.no ?? 0, 2);
    expect(page).toEqual(legs.slice(2, 4));
  });

  claim("a leg moves only from the status it has, and keeps its message", async (under) => {
    const { store, another } = under;
    const contract = rehearse(1);
    await storeFulfilled(store, contract);
    const key = `${contract.id}/0`;
    expect(await store.moveLeg(key, "signed", { status: "sent" })).toBe(false);
    expect(await store.moveLeg(key, "ordered", { status: "signed", message: "m" })).toBe(true);
    const rival = { status: "signed" as const, message: "other" };
    expect(await another.moveLeg(key, "ordered", rival)).toBe(false);
    expect(await another.moveLeg(key, "signed", { status: "unknown" })).toBe(true);
    expect(await another.moveLeg(key, "unknown", { status: "sent" })).toBe(true);
    expect((await store.legsOf(contract.id))[0]).toMatchObject({ status: "sent", message: "m" });
    const proof = { status: "confirmed" as const, proof: "p" };
    expect(await store.moveLeg(key, "sent", proof)).toBe(true);
    expect((await another.legsOf(contract.id))[0]).toMatchObject({ ...proof, message: "m" });
    expect(await store.moveLeg("no such leg", "ordered", { status: "signed" })).toBe(false);
  });

  claim("a confirmed leg is no longer open, the others stay in order", async ({ store }) => {
    const contract = rehearse(1);
    await storeFulfilled(store, contract);
    await payOut(store, `${contract.id}/1`);
    await store.moveLeg(`${contract.id}/0`, "ordered", { status: "signed", message: "m" });
    const open = await store.openLegs(0, 10);
    expect(open.map(({ leg }) => leg.key)).toEqual([`${contract.id}/0`, `${contract.id}/2`]);
    expect(await store.legsOf(contract.id)).toHaveLength(3);
  });

  claim("a leg is unpaid until it is confirmed, whether it waits or not", async (under) => {
    const { store, another } = under;
    const contract = rehearse(1);
    await storeFulfilled(store, contract);
    await sendBack(store, contract, "x");
    const asOf = await store.load(contract.id);
    if (asOf === null) throw new Error("nothing was stored");
    const keys = [0, 1, 2, "back/x"].map((leg) => `${contract.id}/${leg}`);
    for (const key of [keys[0], keys[2]]) await store.letLegWait(key ?? "", asOf);
    const unpaid = async (afterNo: number, limit: number): Promise<readonly string[]> =>
      (await another.unpaidLegs(afterNo, limit)).map(({ leg }) => leg.key);
    expect(await unpaid(0, 10)).toEqual(keys);
    const [first] = await another.unpaidLegs(0, 1);
    expect(first).toMatchObject({ leg: { key: keys[0] }, isWaiting: true });
    expect(await unpaid(first?.no ?? 0, 2)).toEqual(keys.slice(1, 3));
    await payOut(store, keys[1] ?? "");
    expect(await unpaid(0, 10)).toEqual(keys.toSpliced(1, 1));
  });

  claim("a leg is ordered once under its key", async ({ store }) => {
    const contract = rehearse(1);
    await storeFulfilled(store, contract);
    await sendBack(store, contract, "x");
    const key = `${contract.id}/back/x`;
    expect((await store.openLegs(0, 10))[3]).toMatchObject({ leg: { key }, isFromAct: false });
    await payOut(store, key);
    await sendBack(store, contract, "x");
    expect((await store.openLegs(0, 10)).map(({ leg }) => leg.key)).not.toContain(key);
  });

  claim("a contract's legs are those that its acts ordered", async ({ store, another }) => {
    const contract = rehearse(1);
    await storeFulfilled(store, contract);
    await sendBack(store, contract, "x");
    const keys = (await another.legsOf(contract.id)).map(({ leg }) => leg.key);
    expect(keys).toEqual([0, 1, 2].map((leg) => `${contract.id}/${leg}`));
  });

  claim("a pot is busy from a leg's signature to its confirmation", async ({ store, another }) => {
    const contract = rehearse(1);
    await storeFulfilled(store, contract);
    const key = `${contract.id}/0`;
    const path = ["ordered", "signed", "unknown", "sent", "confirmed"] as const;
    expect(await another.isPotBusy(contract.id, 0)).toBe(false);
    for (const [at, status] of path.slice(1).entries()) {
      await store.moveLeg(key, path[at] ?? "ordered", { status, message: "m" });
      expect(await another.isPotBusy(contract.id, 0)).toBe(status !== "confirmed");
      expect(await another.isPotBusy(contract.id, 1)).toBe(false);
      expect(await another.isPotBusy(rehearse(2).id, 0)).toBe(false);
    }
  });
}

function signing(claim: Claim): void {
  claim("the payees of signed legs are stored with the contract", async ({ store, another }) => {
    const contract = rehearse(1);
    await storeFulfilled(store, contract);
    const legs = await store.legsOf(contract.id);
    const agents = legs.filter(({ leg }) => leg.to.party === AGENT.party);
    expect((await another.load(contract.id))?.signedPayees).toEqual([]);
    for (const { leg } of agents) {
      await store.moveLeg(leg.key, "ordered", { status: "signed", message: "m" });
    }
    const stored = await another.load(contract.id);
    expect(stored?.signedPayees).toEqual([AGENT.party]);
    expect(stored?.signedLegs).toBe(agents.length);
    const [first] = agents;
    await store.moveLeg(first?.leg.key ?? "", "signed", { status: "sent" });
    expect((await another.load(contract.id))?.signedLegs).toBe(agents.length);
  });

  claim("an act decided before a leg was signed is not stored after it", async (under) => {
    const { store, another } = under;
    const contract = rehearse(1);
    await storeFulfilled(store, contract);
    const late = contract.draft(AGENT, "set_account", { account: "too late" });
    await another.moveLeg(`${contract.id}/0`, "ordered", { status: "signed", message: "m" });
    expect(await store.commit([late])).toEqual([{ is: "head_moved" }]);
    contract.signedLegs = 1;
    await storeAll(store, [contract.play(PRINCIPAL, "set_account", { account: "in time" })]);
  });

  claim("a leg prepared before an act was stored is not signed after it", async (under) => {
    const { store, another } = under;
    const contract = rehearse(1);
    await storeFulfilled(store, contract);
    const asOf = (await store.load(contract.id)) ?? undefined;
    if (asOf === undefined) throw new Error("nothing was stored");
    await storeAll(another, [contract.play(AGENT, "set_account", { account: "elsewhere" })]);
    const [one, two] = [`${contract.id}/0`, `${contract.id}/1`];
    const signed = { status: "signed" as const, message: "m" };
    expect(await store.moveLeg(one, "ordered", { ...signed, asOf })).toBe(false);
    const now = (await store.load(contract.id)) ?? asOf;
    expect(await store.moveLeg(one, "ordered", { ...signed, asOf: now })).toBe(true);
    expect(await another.moveLeg(two, "ordered", { ...signed, asOf: now })).toBe(false);
    expect((await store.legsOf(contract.id))[0]).toMatchObject(signed);
    expect((await store.legsOf(contract.id))[1]).toMatchObject({ status: "ordered" });
  });
}

function holds(claim: Claim): void {
  claim("a hold is found by its rail and its address", async ({ store, another }) => {
    const contract = rehearse(1, { pots: [samplePot({ rail: "nano" })] });
    const [task] = contract.post().step.tasks;
    if (task?.kind !== "open_hold") throw new Error("a slow rail asks for an address");
    const hold: OpenHold = task.payload;
    const record = { key: task.key, hold, address: "nano_1" };
    await store.saveHold(record);
    expect(await another.holdAt("nano", "nano_1")).toEqual(record);
    expect(await another.holdAt("evm", "nano_1")).toBeNull();
    expect(await another.holdAt("nano", "nano_2")).toBeNull();
    await another.saveHold(record);
    const elsewhere = { ...record, hold: { ...hold, rail: "evm" as const } };
    await another.saveHold(elsewhere);
    expect(await store.holdAt("nano", "nano_1")).toEqual(record);
    expect(await store.holdAt("evm", "nano_1")).toEqual(elsewhere);
  });

  claim("a contract's holds come in the order they were asked for", async (under) => {
    const { store, another } = under;
    const [b, other, a] = [
      holdRecord(1, "nano_b"),
      holdRecord(2, "nano_c"),
      holdRecord(1, "nano_a"),
    ];
    for (const each of [b, other, a]) await store.saveHold(each);
    // Saved again, as after a crash, it keeps its place.
    await another.saveHold(b);
    expect(await another.holdsOf(b.hold.contract)).toEqual([b, a]);
    expect(await another.holdsOf(other.hold.contract)).toEqual([other]);
  });

  claim("open holds are those of a rail that have not expired, in pages", async (under) => {
    const { store, another } = under;
    const [a, b, c] = [holdRecord(1, "nano_a"), holdRecord(2, "nano_b"), holdRecord(3, "nano_c")];
    const elsewhere = { ...a, hold: { ...a.hold, rail: "evm" as const } };
    const old = { ...b, hold: { ...b.hold, expiresMs: START_MS } };
    for (const each of [elsewhere, a, old, c]) await store.saveHold(each);
    const asked = { rail: "nano", expiresAfterMs: START_MS, afterNo: 0, limit: 9 } as const;
    const open = await another.openHolds(asked);
    expect(open.map(({ no: _, ...record }) => record)).toEqual([a, c]);
    const [first] = await another.openHolds({ ...asked, limit: 1 });
    expect(first).toEqual(open[0]);
    expect(await another.openHolds({ ...asked, afterNo: first?.no ?? 0 })).toEqual([open[1]]);
    await expect(store.openHolds({ ...asked, limit: MAX_PAGE + 1 })).rejects.toThrow("at once");
  });
}

function holdRecord(number: number, address: string): HoldRecord {
  const contract = rehearse(number, { pots: [samplePot({ rail: "nano" })] });
  const [task] = contract.post().step.tasks;
  if (task?.kind !== "open_hold") throw new Error("a slow rail asks for an address");
  return { key: `${task.key}/${address}`, hold: task.payload, address };
}
