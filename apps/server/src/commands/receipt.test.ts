/** The command in this process, on receipts with real signatures. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  chainJson,
  invariant,
  type Json,
  type JsonObject,
  type Receipt,
  receiptsOf,
  signedReceiptJson,
  signReceipt,
  TIERS,
  transcriptJson,
} from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { nativeVerify } from "@bazaar/keys/native-verify";
import { Story, sampleTerms } from "@bazaar/testkit";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { receiptCommand } from "./receipt.ts";

const [principal, agent, server] = [generateSigner(), generateSigner(), generateSigner()];

const court = { kind: "tiered", judge: server.party, tiers: TIERS } as const;
const told = new Story(sampleTerms({ principal: principal.party, platform: server.party, court }))
  .act(principal, "post")
  .act(agent, "bond")
  .act(agent, "accept")
  .act(agent, "fix")
  .act(principal, "verify")
  .act(server, "settled");
const transcript = chainJson(transcriptJson(told.transcript()));
const made = receiptsOf(told.transcript(), nativeVerify);
invariant(made.ok, "the story is settled");
const receipts = made.value;

afterEach(() => {
  process.exitCode = undefined;
});

function signed(receipt: Receipt): JsonObject {
  return signedReceiptJson(signReceipt(server, receipt));
}

const ANSWER: JsonObject = { contract_id: told.transcript().id, receipts: receipts.map(signed) };

/** What it prints about these receipts, and its exit code. */
async function verify(json: Json, ...flags: string[]): Promise<{ out: string; code: number }> {
  const folder = mkdtempSync(join(tmpdir(), "receipt-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "receipts.json");
  writeFileSync(file, chainJson(json));
  writeFileSync(join(folder, "transcript.json"), transcript);
  const written = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  const words = flags.map((flag) => flag.replace("FOLDER", folder));
  try {
    await receiptCommand().parseAsync(["verify", file, ...words], { from: "user" });
    return { out: written.mock.calls.join(""), code: Number(process.exitCode ?? 0) };
  } finally {
    written.mockRestore();
  }
}

const EVERYTHING = ["--transcript", "FOLDER/transcript.json", "--market-key", server.party];

test("the receipts of a contract pass every check, and the rest is said", async () => {
  const { out, code } = await verify(ANSWER, ...EVERYTHING);
  expect(code).toBe(0);
  expect(out.match(/^ {2}pass {9}transcript/gm)).toHaveLength(3);
  expect(out).not.toContain("fail ");
  expect(out.endsWith("3 receipts, 0 failed; not checked: payment_proof\n")).toBe(true);
});

test("one receipt, a list and a session's receipt are read alike", async () => {
  const [first] = receipts.map(signed);
  for (const json of [first!, [first!], { session_id: "s", payments: [first!] }]) {
    const { out, code } = await verify(json);
    expect(code).toBe(0);
    expect(out).toContain("1 receipt, 0 failed; not checked: signer, transcript, payment_proof");
  }
});

test("JSON has every finding", async () => {
  const { out } = await verify(ANSWER, "--json", ...EVERYTHING);
  const { failed, receipts: found } = JSON.parse(out);
  expect(failed).toBe(0);
  expect(found[0]).toMatchObject({ receipt_id: receipts[0]?.receiptId, failed: false });
  expect(
    found[0].checks.map(({ name, verdict }: Record<string, string>) => `${name} ${verdict}`),
  ).toEqual([
    "signature pass",
    "signer pass",
    "receipt_id pass",
    "transcript pass",
    "payment_proof not_checked",
  ]);
});

test("a receipt that the market signed and the transcript does not give fails", async () => {
  const { out, code } = await verify(signed({ ...receipts[0]!, amount: "9" }), ...EVERYTHING);
  expect(code).toBe(1);
  expect(out).toMatch(/^ {2}fail {9}amount {13}the receipt says "9", the transcript "1.12"$/m);
  expect(out).toContain("1 receipt, 1 failed");
});

test("another market's key, or a changed receipt, fails", async () => {
  const stranger = generateSigner().party;
  expect((await verify(ANSWER, "--market-key", stranger)).code).toBe(1);
  const [first] = receipts.map(signed);
  const receipt = { ...(first!.receipt as JsonObject), amount: "9" };
  const changed = await verify({ ...first!, receipt });
  expect(changed.out).toMatch(/^ {2}fail {9}signature/m);
  expect(changed.code).toBe(1);
});

test("a preimage is checked if the payment hash is given", async () => {
  const value = "ab".repeat(32);
  const hash = createHash("sha256").update(Buffer.from(value, "hex")).digest("hex");
  const json = signed({
    ...receipts[0]!,
    rail: "lightning",
    assetId: "BTC_LN",
    paymentProof: { type: "lightning_preimage", value },
  });
  expect((await verify(json, "--payment-hash", hash)).out).toMatch(/pass +payment_proof/);
  expect((await verify(json)).out).toMatch(/not checked +payment_proof/);
  const wrong = await verify(json, "--payment-hash", "00".repeat(32));
  expect(wrong.out).toMatch(/fail +payment_proof/);
  expect(wrong.code).toBe(1);
});

test.each<[string, Json, readonly string[]]>([
  ["has no receipts", { receipts: [] }, []],
  ["cannot be read: signer: expected a party", {}, []],
  ["receipts; at most", Array.from({ length: 4_097 }, () => null), []],
  ["receipt 1 cannot be read", [signed(receipts[0]!), 1n], []],
  ["--market-key: expected a party", ANSWER, ["--market-key", "bob"]],
  ["--payment-hash: expected 64", ANSWER, ["--payment-hash", "AB"]],
  ["cannot read the transcript", ANSWER, ["--transcript", "FOLDER/absent.json"]],
  ["is not a transcript", ANSWER, ["--transcript", "FOLDER/receipts.json"]],
])("bad input is refused: %s", async (words, json, flags) => {
  await expect(verify(json, ...flags)).rejects.toThrow(words);
});

test("no text of a file reaches the terminal as it is", async () => {
  const [first] = receipts.map(signed);
  const tricky = { ...(first!.receipt as JsonObject), policy_bundle_id: "\u001b[31m\n  pass" };
  const { out } = await verify({ ...first!, receipt: tricky }, ...EVERYTHING);
  expect(out).toContain('the receipt says "\\u001b[31m\\n  pass"');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
  expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});
