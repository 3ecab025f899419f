/** Money that a market takes, as far as all profiles have it alike. */
import { type Fields, fields } from "../canonical/fields.ts";
import type { JsonObject } from "../canonical/json.ts";
import { formatAmount } from "../money/amount.ts";
import type { Asset } from "../money/asset.ts";
import { accept, type Result, refuse } from "../refusal.ts";
import { RAIL_NAMES, type RailName } from "../settlement/pot.ts";
import { BPS } from "../settlement/schedule.ts";

export interface OfferedMoney {
  /** The words of the document that select this money. */
  readonly currency: string;
  readonly chain: string;
  readonly asset: Asset;
  readonly rail: RailName;
  readonly bountyMinimum: bigint;
  readonly bountyMaximum: bigint;
}

/** What a document says about its money. Amounts stay text: what a currency means is the offer's. */
export interface StatedMoney {
  readonly bounty: string;
  readonly currency: string;
  /** Empty: any chain. */
  readonly chain: string;
}

const MAX_MONEY = 100;
const MAX_NAME = 200;
const MAX_DECIMALS = 38;

export function moneyJson({ asset, ...money }: OfferedMoney): JsonObject {
  return {
    currency: money.currency,
    chain: money.chain,
    asset: { code: asset.code, decimals: BigInt(asset.decimals) },
    rail: money.rail,
    bounty_minimum: formatAmount(money.bountyMinimum, asset),
    bounty_maximum: formatAmount(money.bountyMaximum, asset),
  };
}

/** Every kind of money of an offer; `readRest` reads what a profile adds to each. */
export function readMoney<T>(
  read: Fields,
  readRest: (read: Fields, money: OfferedMoney) => T,
): readonly (OfferedMoney & T)[] {
  return read.array("money", { max: MAX_MONEY }, (items, at) => {
    const one = items.object(at);
    const money = readOne(one);
    return { ...money, ...readRest(one, money) };
  });
}

function readOne(read: Fields): OfferedMoney {
  const named = read.object("asset");
  const asset = {
    code: named.string("code", { min: 1, max: MAX_NAME }),
    decimals: named.integer("decimals", { max: MAX_DECIMALS }),
  };
  return {
    currency: read.string("currency", { min: 1, max: MAX_NAME }),
    chain: read.string("chain", { max: MAX_NAME }),
    asset,
    rail: read.oneOf("rail", RAIL_NAMES),
    bountyMinimum: read.amount("bounty_minimum", asset),
    bountyMaximum: read.amount("bounty_maximum", asset),
  };
}

export function readBps(read: Fields, name: string): bigint {
  return BigInt(read.integer(name, { max: Number(BPS) }));
}

export function readStatedMoney(read: Fields, bounty: string): StatedMoney {
  return {
    bounty: read.string(bounty, { min: 1, max: MAX_NAME }),
    currency: read.string("currency", { min: 1, max: MAX_NAME }),
    chain: read.optional("chain", (name) => read.string(name, { max: MAX_NAME })) ?? "",
  };
}

/** The offered money that a document's words select. */
export function findMoney<T extends OfferedMoney>(
  money: readonly T[],
  { currency, chain }: StatedMoney,
): Result<T> {
  const found = money.find(
    (option) => option.currency === currency && (chain === "" || option.chain === chain),
  );
  if (found !== undefined) return accept(found);
  const value = chain === "" ? currency : `${currency} on ${chain}`;
  const because = "this market does not hold it";
  return refuse({ code: "unsupported_terms", dial: "money", value, because });
}

/** The stated bounty in base units, within what the market takes. */
export function boundedBounty(
  { bounty }: StatedMoney,
  { asset, bountyMinimum, bountyMaximum }: OfferedMoney,
  field: string,
): Result<bigint> {
  const read = fields({ bounty });
  const units = read.amount("bounty", asset, { min: bountyMinimum, max: bountyMaximum });
  if (read.problem === null) return accept(units);
  return refuse({ code: "malformed_terms", field, problem: read.problem.problem });
}
