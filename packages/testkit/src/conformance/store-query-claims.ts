/** Queries: entries, lists, and contracts whose deadline has passed. */
import { entryHash, InvariantViolation } from "@bazaar/kernel";
import { MAX_PAGE, type Store } from "@bazaar/market/ports";
import { expect } from "vitest";
import { fulfilled, type Rehearsal, rehearse } from "../rehearsal.ts";
import { AGENT, PRINCIPAL, SERVER } from "../sample-terms.ts";
import { type Claim, grantBoth, storeAll, storeFulfilled } from "./under-test.ts";

export function storeQueryClaims(claim: Claim): void {
  reading(claim);
  pages(claim);
  listing(claim);
  deadlines(claim);
}

function reading(claim: Claim): void {
  claim("missing things are null or empty", async ({ store }) => {
    const { id } = rehearse(1);
    expect(await store.load(id)).toBeNull();
    expect(await store.entries(id)).toEqual([]);
    expect(await store.legsOf(id)).toEqual([]);
    expect(await store.feed(0, 10)).toEqual([]);
    expect(await store.nextDeadlineMs()).toBeNull();
    expect(await store.overdue(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
    expect(await store.holdAt("nano", "nobody's")).toBeNull();
    expect(await store.holdsOf(id)).toEqual([]);
  });

  claim("changes by another handle are visible after an earlier load", async (under) => {
    const { store, another } = under;
    const contract = rehearse(1);
    await storeFulfilled(store, contract);
    const before = await store.load(contract.id);
    await storeAll(another, [contract.play(AGENT, "set_account", { account: "elsewhere" })]);
    const after = await store.load(contract.id);
    expect(after?.state).toEqual(contract.state);
    expect(after?.chain.seq).toBe((before?.chain.seq ?? 0) + 1);
    await another.moveLeg(`${contract.id}/0`, "ordered", { status: "signed", message: "m" });
    const signed = await store.load(contract.id);
    expect(signed).toEqual({ ...after, signedLegs: 1, signedPayees: signed?.signedPayees });
    expect(signed?.signedPayees).toHaveLength(1);
    contract.signedLegs = 1;
    await storeAll(store, [contract.play(PRINCIPAL, "set_account", { account: "here" })]);
    const listed = await store.list({ phases: ["fulfilled"], limit: 1, before: null });
    const now = await another.load(contract.id);
    expect(listed).toEqual([now]);
    expect(await store.load(contract.id)).toEqual(now);
    expect(now).toMatchObject({ state: contract.state, signedLegs: 1 });
  });

  claim("a long entry is read like any other", async ({ store, another }) => {
    await grantBoth(store.ledger);
    const document = { task: { command: "make test", error: "ä\u0000\n".repeat(6_000) } };
    const contract = rehearse(1, { document });
    const writes = fulfilled(contract);
    await storeAll(store, writes);
    const entries = writes.map(({ step: { entry, hash } }) => ({ entry, hash }));
    expect(await another.entries(contract.id)).toMatchObject(entries);
    expect(await another.feed(0, 10)).toMatchObject(entries);
    expect((await another.load(contract.id))?.state).toEqual(contract.state);
    const [stored] = await another.entries(contract.id, 0, 1);
    expect(stored && entryHash(stored.entry)).toBe(stored?.hash);
  });

  claim("entries come in order, from any place and at most so many", async (under) => {
    const { store, another } = under;
    const contract = rehearse(1);
    await storeFulfilled(store, contract);
    const seqs = async (from?: number, limit?: number): Promise<readonly number[]> =>
      (await another.entries(contract.id, from, limit)).map(({ entry }) => entry.seq);
    expect(await seqs()).toEqual([0, 1, 2, 3, 4]);
    expect(await seqs(3)).toEqual([3, 4]);
    expect(await seqs(1, 2)).toEqual([1, 2]);
    expect(await seqs(4, 9)).toEqual([4]);
    expect(await seqs(5)).toEqual([]);
  });
}

function pages(claim: Claim): void {
  const { id } = rehearse(1);
  const asks: Readonly<Record<string, (store: Store, limit: number) => Promise<unknown>>> = {
    entries: (store, limit) => store.entries(id, 0, limit),
    feed: (store, limit) => store.feed(0, limit),
    list: (store, limit) => store.list({ phases: ["open"], limit, before: null }),
    overdue: (store, limit) => store.overdue(0, limit),
    tasks: (store, limit) => store.claimTasks({ nowMs: 0, leaseMs: 1, limit }),
    "unpaid legs": (store, limit) => store.unpaidLegs(0, limit),
    "open legs": (store, limit) => store.openLegs(0, limit),
    "settleable contracts": (store, limit) => store.settleable(limit),
  };
  for (const [name, ask] of Object.entries(asks)) {
    claim(`asking for more ${name} than a page holds is a programming error`, async (under) => {
      expect(await ask(under.store, MAX_PAGE)).toEqual([]);
      await expect(ask(under.store, MAX_PAGE + 1)).rejects.toThrow(InvariantViolation);
    });
  }

  claim("entries come a page at a time unless fewer are asked for", async ({ store }) => {
    await grantBoth(store.ledger);
    const contract = rehearse(1, { rules: { maxMessages: 200 } });
    await storeAll(store, [contract.post(), contract.play(AGENT, "bond")]);
    for (let seq = 2; seq <= MAX_PAGE; seq += 1) {
      await storeAll(store, [contract.play(seq % 2 === 0 ? AGENT : PRINCIPAL, "message")]);
    }
    expect(await store.entries(contract.id)).toHaveLength(MAX_PAGE);
    expect(await store.entries(contract.id, MAX_PAGE)).toHaveLength(1);
  });
}

function listing(claim: Claim): void {
  const ids = (found: readonly { readonly state: { readonly id: string } }[]) =>
    found.map(({ state }) => state.id);

  claim("a list is newest first, of the given phases, a page at a time", async (under) => {
    const { store, another } = under;
    await grantBoth(store.ledger);
    const contracts = [1, 2, 3, 4].map((number) => rehearse(number));
    for (const contract of contracts) await storeAll(store, [contract.post()]);
    const [a, b, c, d] = contracts as [Rehearsal, Rehearsal, Rehearsal, Rehearsal];
    await storeAll(store, [c.play(AGENT, "bond")]);
    const open = { phases: ["open"] as const, limit: 10, before: null };
    expect(ids(await another.list(open))).toEqual([d.id, b.id, a.id]);
    expect(ids(await another.list({ ...open, limit: 2 }))).toEqual([d.id, b.id]);
    expect(ids(await another.list({ ...open, before: b.id }))).toEqual([a.id]);
    expect(ids(await another.list({ ...open, before: c.id }))).toEqual([b.id, a.id]);
    expect(ids(await another.list({ ...open, before: a.id }))).toEqual([]);
    const both = { ...open, phases: ["open", "investigating", "open"] as const };
    expect(ids(await another.list(both))).toEqual([d.id, c.id, b.id, a.id]);
    expect(await another.list({ ...open, phases: [] })).toEqual([]);
  });

  claim("a list before a contract that is not there is empty", async ({ store }) => {
    await grantBoth(store.ledger);
    await storeAll(store, [rehearse(1).post()]);
    const before = rehearse(2).id;
    expect(await store.list({ phases: ["open"], limit: 10, before })).toEqual([]);
  });
}

function deadlines(claim: Claim): void {
  /** Posted `lateMs` after the others, so due as much later. */
  const posted = (number: number, lateMs: number): Rehearsal => {
    const contract = rehearse(number);
    contract.nowMs += lateMs;
    return contract;
  };
  const dueMs = (contract: Rehearsal): number => contract.state.deadline?.atMs ?? 0;

  claim("a contract is overdue after its deadline, not at it", async ({ store, another }) => {
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    await storeAll(store, [contract.post()]);
    expect(await another.overdue(dueMs(contract), 10)).toEqual([]);
    expect(await another.overdue(dueMs(contract) + 1, 10)).toEqual([contract.id]);
    // It stays overdue until something is stored, so a crash in between loses nothing.
    expect(await another.overdue(dueMs(contract) + 1, 10)).toEqual([contract.id]);
  });

  claim("the longest overdue comes first, at most so many", async ({ store }) => {
    await grantBoth(store.ledger);
    const contracts = [posted(1, 5_000), posted(2, 0), posted(3, 9_000), posted(4, 2_000)];
    for (const contract of contracts) await storeAll(store, [contract.post()]);
    const [a, b, c, d] = contracts as [Rehearsal, Rehearsal, Rehearsal, Rehearsal];
    expect(await store.overdue(dueMs(c), 10)).toEqual([b.id, d.id, a.id]);
    expect(await store.overdue(dueMs(c) + 1, 2)).toEqual([b.id, d.id]);
    expect(await store.nextDeadlineMs()).toBe(dueMs(b));
  });

  claim("contracts that are due at once come in the order of their ids", async ({ store }) => {
    await grantBoth(store.ledger);
    const contracts = [1, 2, 3, 4, 5].map((number) => posted(number, 0));
    for (const contract of contracts) await storeAll(store, [contract.post()]);
    const ids = contracts.map(({ id }) => id).sort();
    expect(await store.overdue(Number.MAX_SAFE_INTEGER, 10)).toEqual(ids);
  });

  claim("a deadline that was moved counts where it is now", async ({ store, another }) => {
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    await storeAll(store, [contract.post()]);
    const earlierMs = dueMs(contract);
    contract.nowMs += 1_000;
    await storeAll(another, [contract.play(AGENT, "bond")]);
    expect(dueMs(contract)).toBeGreaterThan(earlierMs);
    expect(await store.overdue(dueMs(contract), 10)).toEqual([]);
    expect(await store.nextDeadlineMs()).toBe(dueMs(contract));
    expect(await store.overdue(dueMs(contract) + 1, 10)).toEqual([contract.id]);
  });

  claim("a deadline that was moved away and back counts once", async ({ store }) => {
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    await storeAll(store, [
      contract.post(),
      contract.play(AGENT, "bond"),
      contract.play(AGENT, "accept"),
    ]);
    const before = dueMs(contract);
    await storeAll(store, [contract.play(PRINCIPAL, "halt"), contract.play(PRINCIPAL, "resume")]);
    expect(dueMs(contract)).toBe(before);
    expect(await store.overdue(before + 1, 10)).toEqual([contract.id]);
  });

  claim("an ended contract has no deadline", async ({ store }) => {
    await grantBoth(store.ledger);
    const [ended, running] = [rehearse(1), posted(2, 60_000)];
    await storeAll(store, [ended.post(), running.post()]);
    ended.nowMs = dueMs(ended) + 1;
    await storeAll(store, [ended.play(SERVER, "auto_cancel", { reason: "unclaimed" })]);
    expect(await store.overdue(Number.MAX_SAFE_INTEGER, 10)).toEqual([running.id]);
    expect(await store.nextDeadlineMs()).toBe(dueMs(running));
  });
}
