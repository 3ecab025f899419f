import type { Connection, Contract } from "@bazaar/doors/connection";
import { chainJson } from "@bazaar/kernel";
import { jobEnvelope, resultEnvelope } from "@bazaar/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  does,
  InProcess,
  taken,
} from "../../../../../packages/doors/src/http/connect/test/in-process.ts";
import { dueReceipts } from "./due-receipts.ts";

const TEXT = "oa.text_gen.v1";

let place: InProcess;
let buyer: Connection;
let provider: Connection;

beforeEach(async () => {
  place = await InProcess.open();
  buyer = place.connect();
  provider = place.connect();
});

afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

async function accepted(): Promise<Contract> {
  const budget = { amount: "1", currency: "XNO" };
  const document = { ...jobEnvelope(TEXT), budget, provider: provider.party };
  return does(provider, taken(await buyer.post(document)).contract, "accept");
}

/** Paid on the buyer's word; its payouts are not confirmed yet. */
async function paid(): Promise<Contract> {
  const fix = chainJson(resultEnvelope(TEXT, provider.party));
  return does(buyer, await does(provider, await accepted(), "fix", { fix }), "verify", {
    success: true,
  });
}

async function due(contract: Contract) {
  const found = await dueReceipts(place.connect(), contract);
  if ("problem" in found) throw new Error(found.problem);
  const { receipts, missing } = found;
  const types = found.contract.transcript.entries.map(({ type }) => type);
  return { count: receipts.length, missing, isSettled: types.includes("settled") };
}

test("a job that was paid this moment has all its receipts, and the entry that they follow from", async () => {
  const contract = await paid();
  expect(taken(await buyer.receipts(contract.id))).toEqual([]);
  expect(await due(contract)).toEqual({ count: 2, missing: null, isSettled: true });
});

test("a job that has not ended is due none, and nobody waits", async () => {
  const contract = await accepted();
  const atMs = place.clock.nowMs();
  expect(await due(contract)).toEqual({ count: 0, missing: null, isSettled: false });
  expect(place.clock.nowMs()).toBe(atMs);
});

test("payouts that are not confirmed are waited for no longer than half a minute", async () => {
  place.under.turnAndPay = () => place.under.turn();
  const contract = await paid();
  const atMs = place.clock.nowMs();
  const missing = expect.stringContaining("its payouts are not confirmed");
  expect(await due(contract)).toEqual({ count: 0, missing, isSettled: false });
  expect(place.clock.nowMs() - atMs).toBeLessThanOrEqual(30_000);
});

test("receipts that the market does not issue are missed", async () => {
  const contract = await paid();
  const { fetch } = place;
  place.fetch = async (request) => {
    const answer = await fetch(request);
    if (!request.url.endsWith("/receipt")) return answer;
    const { receipts, ...rest } = (await answer.json()) as { receipts: readonly unknown[] };
    return Response.json({ ...rest, receipts: receipts.slice(0, 1) });
  };
  const missing = expect.stringMatching(/^1 of 2 receipts: /);
  expect(await due(contract)).toEqual({ count: 1, missing, isSettled: true });
});
