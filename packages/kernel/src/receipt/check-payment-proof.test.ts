import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { checkPaymentProof } from "./check-payment-proof.ts";
import { PAYMENT_RAILS, type PaymentRail, PROOF_TYPES, type ProofType } from "./receipt.ts";

const LEG = "a-contract/0";
const PREIMAGE = "5a".repeat(32);
const HASH = createHash("sha256").update(Buffer.from(PREIMAGE, "hex")).digest("hex");

function verdict(
  rail: PaymentRail,
  type: ProofType,
  value: string,
  paymentHash: string | null = null,
): string {
  return checkPaymentProof({ leg: LEG, rail, paymentProof: { type, value } }, paymentHash).verdict;
}

test("a preimage is checked against a payment hash, and against nothing else", () => {
  expect(verdict("lightning", "lightning_preimage", PREIMAGE, HASH)).toBe("pass");
  expect(verdict("lightning", "lightning_preimage", PREIMAGE, "00".repeat(32))).toBe("fail");
  expect(verdict("lightning", "lightning_preimage", PREIMAGE)).toBe("not_checked");
  expect(verdict("taproot_assets", "lightning_preimage", PREIMAGE, HASH)).toBe("pass");
});

test.each(["", "5a", "5A".repeat(32), "zz".repeat(32), `${PREIMAGE} `])(
  "%j is not a preimage",
  (value) => {
    expect(verdict("lightning", "lightning_preimage", value, HASH)).toBe("fail");
    expect(verdict("lightning", "lightning_preimage", value)).toBe("fail");
  },
);

test("a ledger entry is the leg itself, and what it shows only the market knows", () => {
  expect(verdict("ledger", "ledger_entry", LEG)).toBe("not_checked");
  expect(verdict("ledger", "ledger_entry", "a-contract/1")).toBe("fail");
});

test.each([
  ["cashu", "cashu_proof"],
  ["onchain", "onchain_txid"],
  ["taproot_assets", "onchain_txid"],
] as const)("a %s payment by %s is never said to be checked", (rail, type) => {
  expect(verdict(rail, type, "00".repeat(32), HASH)).toBe("not_checked");
});

test("a receipt without a proof was not checked", () => {
  const finding = checkPaymentProof({ leg: LEG, rail: "onchain", paymentProof: null }, HASH);
  expect(finding.verdict).toBe("not_checked");
});

describe("a proof of another rail is refused", () => {
  const fitting = new Set([
    "lightning lightning_preimage",
    "cashu cashu_proof",
    "onchain onchain_txid",
    "taproot_assets onchain_txid",
    "taproot_assets lightning_preimage",
    "ledger ledger_entry",
  ]);
  const pairs = PAYMENT_RAILS.flatMap((rail) => PROOF_TYPES.map((type) => ({ rail, type })));
  test.each(pairs.filter(({ rail, type }) => !fitting.has(`${rail} ${type}`)))(
    "$type over $rail",
    ({ rail, type }) => {
      expect(verdict(rail, type, PREIMAGE, HASH)).toBe("fail");
    },
  );
});
