import {
  type ContractId,
  contractAlias,
  type Json,
  parseJson,
  parseReceipt,
  receiptGrounds,
  type SignedReceipt,
  verifyReceipt,
} from "@bazaar/kernel";
import { AGENT, PRINCIPAL, SERVER, toyVerify } from "@bazaar/testkit";
import { beforeEach, expect, test } from "vitest";
import { wireText } from "../wire-text.ts";
import { ReadingMarket } from "./test/reading-market.ts";

const PATH = "/contracts/{id}/receipt";

let bazaar: ReadingMarket;
beforeEach(async () => {
  bazaar = await ReadingMarket.open();
});

async function paid(): Promise<ContractId> {
  const id = await bazaar.atWork();
  await bazaar.act(AGENT, id, "fix");
  return bazaar.act(PRINCIPAL, id, "verify");
}

/** What a client reads from the bytes of the answer. */
async function receiptsAt(name: string): Promise<readonly SignedReceipt[]> {
  const answered = await bazaar.endpoint(PATH).run(bazaar.call({}, name, null));
  const json = parseJson(answered.ok ? wireText(answered.value) : "");
  const { receipts } = (json.ok ? json.value : {}) as { receipts: readonly Json[] };
  return receipts.map((receipt) => {
    const parsed = parseReceipt(receipt);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal));
    return parsed.value;
  });
}

test("there are no receipts before a contract is settled", async () => {
  const id = await paid();
  expect(await bazaar.read(PATH, { name: id })).toEqual({ contract_id: id, receipts: [] });
});

test("every payout has a receipt that the served transcript grounds", async () => {
  const id = await paid();
  await bazaar.turn();
  await bazaar.read(PATH, { name: id });
  const receipts = await receiptsAt(contractAlias(id));
  expect(receipts.map(({ receipt }) => `${receipt.payee.role} ${receipt.amount}`)).toEqual([
    "agent 1.12",
    "principal 0.17",
    "platform 0.05",
  ]);
  const transcript = await bazaar.market.transcript(id);
  const grounds = receiptGrounds(transcript!, toyVerify);
  for (const receipt of receipts) {
    const findings = verifyReceipt(receipt, {
      verify: toyVerify,
      marketKey: SERVER.party,
      grounds,
    });
    expect(findings.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
      "signature pass",
      "signer pass",
      "receipt_id pass",
      "transcript pass",
      "payment_proof not_checked",
    ]);
  }
});

test("a contract that does not exist has no receipts", async () => {
  expect(await bazaar.read(PATH, { name: "0".repeat(64) })).toMatchObject({
    code: "unknown_contract",
  });
});

test("the answer is charged for before it is read", async () => {
  const id = await paid();
  await bazaar.turn();
  const charged: number[] = [];
  const reserve = (length: number) => {
    charged.push(length);
    return null;
  };
  await bazaar.endpoint(PATH).run({ ...bazaar.call({}, id, null), reserve });
  expect(charged).toEqual([6_000]);
});
