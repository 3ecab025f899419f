/**
 * What jobs cost: by schema, a base and a part for each unit of work that the request already shows, up
 * to a most. Prices are in sats; a job in other money is done for its whole budget.
 */
import { type ContractState, formatAmount, type JsonObject, type Terms } from "@bazaar/kernel";

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
]);

const SAT_DECIMALS = 8;

export type Quote =
  /** A decimal in the asset of the budget; null asks for all of it. */
  { readonly price: string | null; readonly sats: bigint | null } | { readonly tooLow: string };

/** What to ask for a job with these terms. */
export function quoteFor(book: PriceBook, schemaId: string, terms: Terms): Quote {
  const pot = terms.pots.find(({ schedule }) => schedule === "pay-after-verify");
  if (pot?.schedule !== "pay-after-verify") return { price: null, sats: null };
  const { asset, bounty } = pot;
  if (asset.code !== "BTC" || asset.decimals < SAT_DECIMALS) return { price: null, sats: null };
  const unitsPerSat = 10n ** BigInt(asset.decimals - SAT_DECIMALS);
  // A fraction of a sat in the budget cannot be asked for.
  const budget = bounty / unitsPerSat;
  const listed = book.get(schemaId);
  if (listed === undefined) return { price: null, sats: budget };
  const { baseSats, perUnitSats, maxSats } = listed;
  const payload = terms.work.spec.payload as JsonObject | undefined;
  const full = baseSats + perUnitSats * unitsIn(schemaId, payload ?? {});
  const sats = full < maxSats ? full : maxSats;
  if (sats > budget) return { tooLow: `the price is ${sats} sats, and the budget ${budget}` };
  return { price: formatAmount(sats * unitsPerSat, asset), sats };
}

/** What a job pays, in whole sats; null in other money. */
export function agreedSats({ price, terms }: ContractState): bigint | null {
  const pot = terms.pots.find(({ schedule }) => schedule === "pay-after-verify");
  if (pot?.schedule !== "pay-after-verify" || pot.asset.code !== "BTC") return null;
  return (price ?? pot.bounty) / 10n ** BigInt(pot.asset.decimals - SAT_DECIMALS);
}

/** Files of a diff, thousands of tokens of a text; what other jobs will need is not known before. */
function unitsIn(schemaId: string, { diff, max_tokens, max_length }: JsonObject): bigint {
  if (schemaId === "oa.text_gen.v1") {
    const asked = typeof max_length === "bigint" ? max_length / CHARACTERS_PER_TOKEN : null;
    const tokens = typeof max_tokens === "bigint" ? max_tokens : (asked ?? TOKENS_PER_UNIT);
    // Rounded up: a part of a thousand is a whole one.
    return (tokens + TOKENS_PER_UNIT - 1n) / TOKENS_PER_UNIT;
  }
  if (schemaId !== "oa.code_review.v1" || typeof diff !== "string") return 0n;
  return BigInt(diff.split("\n+++ ").length - 1);
}

const TOKENS_PER_UNIT = 1_000n;
const CHARACTERS_PER_TOKEN = 4n;
