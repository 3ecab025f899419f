import { type ContractId, receiptGrounds, type SignedReceipt, verifyReceipt } from "@bazaar/kernel";
import { PRINCIPAL, SERVER, sampleTerms, through, toySigner, toyVerify } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { SmallMarket } from "../../test/small-market.ts";
import type { NoteWrite } from "../ports/notes.ts";
import { type Store, StoreDamaged } from "../ports/store.ts";
import { exportTranscript } from "../queries/export-transcript.ts";
import { issuedReceipts } from "../queries/issued-receipts.ts";
import { issueReceipts } from "./issue-receipts.ts";
import { payLegs } from "./pay-legs.ts";

/** A market in which so many contracts were fulfilled, and are not settled yet. */
async function fulfilled(contracts: number) {
  const market = new SmallMarket();
  const ids: ContractId[] = [];
  for (let number = 1; number <= contracts; number += 1) {
    const nonce = number.toString(16).padStart(64, "0");
    ids.push(await market.fulfilled(sampleTerms({ nonce })));
  }
  return { market, ids };
}

async function issueAll(market: SmallMarket, store: Store = market.store): Promise<void> {
  while (await issueReceipts(market.needs({ store })));
}

async function receiptsIn(market: SmallMarket, id: ContractId): Promise<readonly SignedReceipt[]> {
  return issuedReceipts(market.store, await market.state(id));
}

/** Every leg has one receipt, and each follows from the transcript as it is exported. */
async function expectComplete(market: SmallMarket, id: ContractId): Promise<void> {
  const receipts = await receiptsIn(market, id);
  const legs = await market.store.legsOf(id);
  expect(receipts.map(({ receipt }) => receipt.leg)).toEqual(legs.map(({ leg }) => leg.key));
  const transcript = await exportTranscript(market.store, id);
  const checks = {
    verify: toyVerify,
    marketKey: SERVER.party,
    grounds: receiptGrounds(transcript!, toyVerify),
  };
  const findings = receipts.flatMap((receipt) => verifyReceipt(receipt, checks));
  expect(findings.filter(({ verdict }) => verdict === "fail")).toEqual([]);
  expect(findings.filter(({ name }) => name === "transcript")).toHaveLength(legs.length);
}

test("a settled contract gets a signed receipt for every leg", async () => {
  const { market, ids } = await fulfilled(1);
  await issueAll(market);
  expect(await receiptsIn(market, ids[0]!)).toEqual([]);
  await payLegs(market.needs());
  await issueAll(market);
  await expectComplete(market, ids[0]!);
  expect(await receiptsIn(market, ids[0]!)).toHaveLength(3);
});

test("contracts that were settled before the first reader are not forgotten", async () => {
  const { market, ids } = await fulfilled(15);
  await payLegs(market.needs());
  await issueAll(market);
  for (const id of ids) await expectComplete(market, id);
});

test("two processes issue every receipt once", async () => {
  const { market, ids } = await fulfilled(12);
  await payLegs(market.needs());
  const written: string[] = [];
  const cursors = through(market.store.cursors, async (name, call, args) => {
    const answer = await call();
    const [move] = args as [{ readonly notes?: readonly { readonly key: string }[] }];
    if (name === "advance" && answer === "advanced") {
      written.push(...(move.notes ?? []).map(({ key }) => key));
    }
    return answer;
  });
  const store = { ...through<Store>(market.store, (_, call) => call()), cursors };
  for (let turn = 0; turn < 4; turn += 1) {
    await Promise.all([0, 1].map(() => issueReceipts(market.needs({ store }))));
  }
  expect(new Set(written).size).toBe(written.length);
  expect(written).toHaveLength(36);
  for (const id of ids) await expectComplete(market, id);
});

test("a process that dies before its reader moves on leaves nothing out and nothing twice", async () => {
  const { market, ids } = await fulfilled(2);
  await payLegs(market.needs());
  const cursors = through(market.store.cursors, (name, call, args) => {
    const [move] = args as [{ readonly from?: number | null }];
    if (name === "advance" && move.from !== null) throw new Error("killed");
    return call();
  });
  const dying = { ...through<Store>(market.store, (_, call) => call()), cursors };
  await expect(issueAll(market, dying)).rejects.toThrow("killed");
  expect(await receiptsIn(market, ids[0]!)).toEqual([]);
  await issueAll(market);
  for (const id of ids) await expectComplete(market, id);
});

test("receipts that are there already do not keep the reader from moving on", async () => {
  const { market, ids } = await fulfilled(2);
  await payLegs(market.needs());
  const cursors = through(market.store.cursors, async (name, call, args) => {
    const [move] = args as [{ readonly notes?: readonly NoteWrite[] }];
    const note = move.notes?.[1];
    if (name !== "advance" || note === undefined) return call();
    await market.store.notes.write(note);
    throw new Error("killed");
  });
  const dying = { ...through<Store>(market.store, (_, call) => call()), cursors };
  await expect(issueAll(market, dying)).rejects.toThrow("killed");
  await issueAll(market);
  for (const id of ids) await expectComplete(market, id);
});

test("a receipt that was issued is not issued again, whatever is said later", async () => {
  const { market, ids } = await fulfilled(1);
  const [id] = ids;
  await payLegs(market.needs());
  await issueAll(market);
  const before = await receiptsIn(market, id!);
  market.nowMs += 5_000;
  await market.must(PRINCIPAL, id!, "message", { message: "thanks" });
  await issueAll(market);
  expect(await receiptsIn(market, id!)).toEqual(before);
  await expectComplete(market, id!);
});

test("more receipts than go with one move of the reader are all written", async () => {
  const market = new SmallMarket();
  await market.grant("1000");
  const agents = Array.from({ length: 50 }, (_, at) => toySigner(`agent-${at}`));
  await market.grant("1000", agents);
  const ids: ContractId[] = [];
  for (let number = 1; number <= 11; number += 1) {
    const nonce = number.toString(16).padStart(64, "0");
    const id = await market.post(sampleTerms({ nonce }));
    for (const agent of agents.slice(0, 49)) {
      await market.must(agent, id, "bond");
      await market.must(agent, id, "decline");
    }
    await market.must(PRINCIPAL, id, "cancel");
    ids.push(id);
  }
  await payLegs(market.needs());
  let isKilled = false;
  const cursors = through(market.store.cursors, (name, call, args) => {
    const [move] = args as [{ readonly notes?: readonly unknown[] }];
    isKilled = name === "advance" && move.notes?.length === 512 && !isKilled;
    if (isKilled) throw new Error("killed");
    return call();
  });
  const dying = { ...through<Store>(market.store, (_, call) => call()), cursors };
  await expect(issueAll(market, dying)).rejects.toThrow("killed");
  // A part is written, but none of a contract is shown before all of it is.
  const written = await market.store.notes.list({
    space: "receipts",
    prefix: "",
    after: null,
    limit: 256,
  });
  expect(written).toHaveLength(550 - 512);
  for (const id of ids) expect(await receiptsIn(market, id)).toEqual([]);
  await issueAll(market);
  for (const id of ids) {
    expect(await receiptsIn(market, id)).toHaveLength(50);
    await expectComplete(market, id);
  }
});

test("a contract that does not verify keeps no other from its receipts", async () => {
  const { market, ids } = await fulfilled(2);
  await payLegs(market.needs());
  const store = through(market.store, async (name, call, args) => {
    const answer = await call();
    const isFirst = name === "entries" && args[0] === ids[0];
    // Without its second entry the chain is broken.
    return isFirst ? (answer as readonly unknown[]).filter((_, at) => at !== 1) : answer;
  });
  await issueAll(market, store);
  expect(await receiptsIn(market, ids[0]!)).toEqual([]);
  await expectComplete(market, ids[1]!);
});

test("a contract that cannot be read keeps no other from its receipts", async () => {
  const { market, ids } = await fulfilled(3);
  await payLegs(market.needs());
  const store = through<Store>(market.store, (name, call, args) => {
    if (name === "entries" && args[0] === ids[1]) throw new StoreDamaged("a page is lost");
    return call();
  });
  await issueAll(market, store);
  expect(await receiptsIn(market, ids[1]!)).toEqual([]);
  await expectComplete(market, ids[0]!);
  await expectComplete(market, ids[2]!);
});
