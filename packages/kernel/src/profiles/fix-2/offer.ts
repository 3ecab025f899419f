/** What a market offers to fix/2 clients: courts, and money under the schedule symmetric-bond. */
import type { Fields } from "../../canonical/fields.ts";
import type { JsonObject } from "../../canonical/json.ts";
import { TIERS } from "../../court/ruling.ts";
import { formatAmount } from "../../money/amount.ts";
import { courtsJson, type OfferedCourt, readCourts } from "../offered-court.ts";
import { moneyJson, type OfferedMoney, readBps, readMoney } from "../offered-money.ts";

export interface BondMoney extends OfferedMoney {
  /** In the order of the court's tiers. */
  readonly tierFees: readonly bigint[];
  readonly platformFeeBps: bigint;
  readonly platformFeeMinimum: bigint;
  readonly cancelFeeBps: bigint;
}

export interface Fix2Offer {
  readonly courts: readonly OfferedCourt[];
  readonly money: readonly BondMoney[];
}

export function fix2OfferJson({ courts, money }: Fix2Offer): JsonObject {
  return { courts: courtsJson(courts), money: money.map(bondMoneyJson) };
}

function bondMoneyJson(money: BondMoney): JsonObject {
  const print = (units: bigint): string => formatAmount(units, money.asset);
  return {
    ...moneyJson(money),
    tier_fees: money.tierFees.map(print),
    platform_fee_bps: money.platformFeeBps,
    platform_fee_minimum: print(money.platformFeeMinimum),
    cancel_fee_bps: money.cancelFeeBps,
  };
}

export function readFix2Offer(read: Fields): Fix2Offer {
  return { courts: readCourts(read), money: readMoney(read, readBondFees) };
}

function readBondFees(read: Fields, { asset }: OfferedMoney): Omit<BondMoney, keyof OfferedMoney> {
  return {
    tierFees: read.array("tier_fees", { max: TIERS.length }, (fees, at) => fees.amount(at, asset)),
    platformFeeBps: readBps(read, "platform_fee_bps"),
    platformFeeMinimum: read.amount("platform_fee_minimum", asset),
    cancelFeeBps: readBps(read, "cancel_fee_bps"),
  };
}
