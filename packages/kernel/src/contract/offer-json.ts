/**
 * The market's offer on the wire. `parseOffer` returns exactly what `offerJson` wrote, so that
 * `fillTerms` gives a client the same terms as the server.
 */
import { type Fields, fields } from "../canonical/fields.ts";
import type { Json, JsonObject } from "../canonical/json.ts";
import { TIERS } from "../court/ruling.ts";
import { formatAmount } from "../money/amount.ts";
import { accept, type Result, refuse } from "../refusal.ts";
import { RAIL_NAMES } from "../settlement/pot.ts";
import type { MoneyOffer, Offer } from "./fill-terms.ts";

const MAX_COURTS = 100;
const MAX_MONEY = 100;
const MAX_NAME = 200;
const MAX_DECIMALS = 38;
/** Hundredths of a per cent in the whole. */
const WHOLE_BPS = 10_000;

export function offerJson({ platform, courts, money }: Offer): JsonObject {
  return {
    platform,
    courts: courts.map(({ judge, tiers }) => ({ judge, tiers: [...tiers] })),
    money: money.map(moneyJson),
  };
}

function moneyJson(money: MoneyOffer): JsonObject {
  const { currency, chain, asset, rail } = money;
  const print = (units: bigint): string => formatAmount(units, asset);
  return {
    currency,
    chain,
    asset: { code: asset.code, decimals: BigInt(asset.decimals) },
    rail,
    bounty_minimum: print(money.bountyMinimum),
    bounty_maximum: print(money.bountyMaximum),
    tier_fees: money.tierFees.map(print),
    platform_fee_bps: money.platformFeeBps,
    platform_fee_minimum: print(money.platformFeeMinimum),
    cancel_fee_bps: money.cancelFeeBps,
  };
}

export function parseOffer(json: Json): Result<Offer> {
  const read = fields(json, "offer");
  const offer: Offer = {
    platform: read.party("platform"),
    courts: read.array("courts", { max: MAX_COURTS }, (courts, at) => readCourt(courts.object(at))),
    money: read.array("money", { max: MAX_MONEY }, (money, at) => readMoney(money.object(at))),
  };
  if (read.problem !== null) return refuse({ code: "malformed_terms", ...read.problem });
  return accept(offer);
}

function readCourt(read: Fields): Offer["courts"][number] {
  return {
    judge: read.party("judge"),
    tiers: read.array("tiers", { max: TIERS.length }, (tiers, at) => tiers.oneOf(at, TIERS)),
  };
}

function readMoney(read: Fields): MoneyOffer {
  const named = read.object("asset");
  const asset = {
    code: named.string("code", { min: 1, max: MAX_NAME }),
    decimals: named.integer("decimals", { max: MAX_DECIMALS }),
  };
  const bps = (name: string): bigint => BigInt(read.integer(name, { max: WHOLE_BPS }));
  return {
    currency: read.string("currency", { min: 1, max: MAX_NAME }),
    chain: read.string("chain", { max: MAX_NAME }),
    asset,
    rail: read.oneOf("rail", RAIL_NAMES),
    bountyMinimum: read.amount("bounty_minimum", asset),
    bountyMaximum: read.amount("bounty_maximum", asset),
    tierFees: read.array("tier_fees", { max: TIERS.length }, (fees, at) => fees.amount(at, asset)),
    platformFeeBps: bps("platform_fee_bps"),
    platformFeeMinimum: read.amount("platform_fee_minimum", asset),
    cancelFeeBps: bps("cancel_fee_bps"),
  };
}
