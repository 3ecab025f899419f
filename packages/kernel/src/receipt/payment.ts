/** How a leg of our market is written in the words of receipts. */
import { isJsonArray, isJsonObject, type JsonObject } from "../canonical/json.ts";
import type { Leg } from "../contract/act.ts";
import { formatAmount, parseAmount } from "../money/amount.ts";
import { type Asset, BTC } from "../money/asset.ts";
import type { RailName } from "../settlement/pot.ts";
import {
  MAX_PROOF,
  type PaymentProof,
  type PaymentRail,
  type ProofType,
  type Receipt,
} from "./receipt.ts";

interface Words {
  readonly rail: PaymentRail;
  readonly proof: ProofType;
  readonly assetId: (code: string) => string;
}

const ON_CHAIN: Words = { rail: "onchain", proof: "onchain_txid", assetId: (code) => code };
const LIGHTNING: Words = {
  rail: "lightning",
  proof: "lightning_preimage",
  assetId: (code) => `${code}_LN`,
};

const WORDS: Readonly<Record<RailName, Words>> = {
  ledger: { rail: "ledger", proof: "ledger_entry", assetId: (code) => `CREDIT:${code}` },
  nano: ON_CHAIN,
  evm: ON_CHAIN,
  lightning: LIGHTNING,
  bolt11: LIGHTNING,
};

type Payment = Pick<
  Receipt,
  "rail" | "asset" | "assetId" | "amount" | "amountMsats" | "paymentProof"
>;

/** `proofs` are those of the `settled` entry; on the ledger the leg itself is the posting. */
export function paymentOf(leg: Leg, proofs: ReadonlyMap<string, string>): Payment {
  const { rail, proof: type, assetId } = WORDS[leg.rail];
  const amount = formatAmount(leg.amount, leg.asset);
  const value = type === "ledger_entry" ? leg.key : proofs.get(leg.key);
  const paymentProof: PaymentProof | null = value === undefined ? null : { type, value };
  return {
    rail,
    asset: leg.asset.code,
    assetId: assetId(leg.asset.code),
    amount,
    amountMsats: millisatoshis(amount, leg.asset),
    paymentProof,
  };
}

/** Null for other assets, and where the number would not be exact in every JSON reader. */
export function millisatoshis(amount: string, { code }: Pick<Asset, "code">): bigint | null {
  if (code !== BTC.code) return null;
  const units = parseAmount(amount, BTC);
  return units.ok && units.value <= BigInt(Number.MAX_SAFE_INTEGER) ? units.value : null;
}

/** The proofs that the market wrote into `settled`, by leg. The entry may say anything. */
export function proofsIn({ legs }: JsonObject): ReadonlyMap<string, string> {
  const proofs = new Map<string, string>();
  for (const line of isJsonArray(legs) ? legs : []) {
    if (!isJsonObject(line)) continue;
    const { leg, proof } = line;
    if (typeof leg === "string" && typeof proof === "string" && isProof(proof)) {
      proofs.set(leg, proof);
    }
  }
  return proofs;
}

function isProof(text: string): boolean {
  return text.length > 0 && text.length <= MAX_PROOF && text.isWellFormed();
}
