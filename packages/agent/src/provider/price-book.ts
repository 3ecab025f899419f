/**
 * What jobs cost: by schema, a base and a part for each unit of work that the request already shows, up
 * to a most. Prices are in sats. A job without a price here, or in other money, is not done: what its
 * budget is worth is not known.
 */
import {
  type ContractState,
  formatAmount,
  isJsonArray,
  type Json,
  type JsonObject,
  type Pot,
  type Terms,
} from "@bazaar/kernel";

export interface Price {
  readonly baseSats: bigint;
  readonly perUnitSats: bigint;
  readonly maxSats: bigint;
}

export type PriceBook = ReadonlyMap<string, Price>;

const price = (baseSats: bigint, perUnitSats: bigint, maxSats: bigint): Price => ({
  baseSats,
  perUnitSats,
  maxSats,
});

export const USUAL_PRICES: PriceBook = new Map([
  ["oa.patch_gen.v1", price(3_000n, 100n, 20_000n)],
  ["oa.code_review.v1", price(2_000n, 50n, 15_000n)],
  ["oa.repo_index.v1", price(500n, 8n, 10_000n)],
  ["oa.sandbox_run.v1", price(200n, 0n, 5_000n)],
  ["oa.text_gen.v1", price(0n, 10n, 2_000n)],
  ["oa.code_chunk_analysis.v1", price(100n, 0n, 2_000n)],
  ["oa.retrieval_rerank.v1", price(0n, 5n, 2_000n)],
  ["oa.embedding.v1", price(0n, 1n, 2_000n)],
]);

const SAT_DECIMALS = 8;

type PayAfterVerifyPot = Extract<Pot, { schedule: "pay-after-verify" }>;

export type Quote =
  /** A decimal in the asset of the budget. */
  { readonly price: string; readonly sats: bigint } | { readonly problem: string };

/** What to ask for a job with these terms. */
export function quoteFor(book: PriceBook, schemaId: string, terms: Terms): Quote {
  const pot = terms.pots.find(({ schedule }) => schedule === "pay-after-verify");
  if (pot?.schedule !== "pay-after-verify") return { problem: "it has no budget" };
  const { asset, bounty } = pot;
  if (asset.code !== "BTC" || asset.decimals < SAT_DECIMALS) {
    return { problem: `this provider is paid in bitcoin only, and the budget is in ${asset.code}` };
  }
  const unitsPerSat = 10n ** BigInt(asset.decimals - SAT_DECIMALS);
  // A fraction of a sat in the budget cannot be asked for.
  const budget = bounty / unitsPerSat;
  const listed = book.get(schemaId);
  if (listed === undefined) return { problem: `this provider has no price for ${schemaId}` };
  const { baseSats, perUnitSats, maxSats } = listed;
  const payload = terms.work.spec.payload as JsonObject | undefined;
  const full = baseSats + perUnitSats * unitsIn(schemaId, payload ?? {});
  const sats = withShares(full < maxSats ? full : maxSats, pot);
  if (sats === null) return { problem: "nothing of the price would be left for its provider" };
  if (sats > budget) return { problem: `the price is ${sats} sats, and the budget ${budget}` };
  return { price: formatAmount(sats * unitsPerSat, asset), sats };
}

/**
 * The price of a job whose buyer names an author or a referrer: their shares are added, so that no less is
 * left for the provider. Otherwise a buyer would get a part of each price back, by a key of its own that
 * it names. Rounded up: the provider asks for whole sats. Null: their shares leave nothing.
 */
function withShares(sats: bigint, { platformBps, author, referrer }: PayAfterVerifyPot) {
  const usual = BPS - platformBps;
  const left = usual - (author?.bps ?? 0n) - (referrer?.bps ?? 0n);
  return left <= 0n ? null : (sats * usual + left - 1n) / left;
}

const BPS = 10_000n;

/** What a job pays, in whole sats; null in other money. */
export function agreedSats({ price, terms }: ContractState): bigint | null {
  const pot = terms.pots.find(({ schedule }) => schedule === "pay-after-verify");
  if (pot?.schedule !== "pay-after-verify" || pot.asset.code !== "BTC") return null;
  return (price ?? pot.bounty) / 10n ** BigInt(pot.asset.decimals - SAT_DECIMALS);
}

/**
 * Files of a diff, candidates, texts, thousands of tokens of a text; what other jobs will need is not
 * known before.
 */
function unitsIn(schemaId: string, payload: JsonObject): bigint {
  const { diff, max_tokens, max_length, candidates, texts } = payload;
  if (schemaId === "oa.retrieval_rerank.v1") return lengthOf(candidates);
  if (schemaId === "oa.embedding.v1") return lengthOf(texts);
  if (schemaId === "oa.text_gen.v1") {
    const asked = typeof max_length === "bigint" ? max_length / CHARACTERS_PER_TOKEN : null;
    const tokens = typeof max_tokens === "bigint" ? max_tokens : (asked ?? TOKENS_PER_UNIT);
    // Rounded up: a part of a thousand is a whole one.
    return (tokens + TOKENS_PER_UNIT - 1n) / TOKENS_PER_UNIT;
  }
  if (schemaId !== "oa.code_review.v1" || typeof diff !== "string") return 0n;
  return BigInt(diff.split("\n+++ ").length - 1);
}

function lengthOf(list: Json | undefined): bigint {
  return BigInt(isJsonArray(list) ? list.length : 0);
}

const TOKENS_PER_UNIT = 1_000n;
const CHARACTERS_PER_TOKEN = 4n;
