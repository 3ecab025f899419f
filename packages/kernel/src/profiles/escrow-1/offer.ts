/** What a market offers for contracts of escrow/1: courts, and money under the schedule court-fees. */
import type { Fields } from "../../canonical/fields.ts";
import type { JsonObject } from "../../canonical/json.ts";
import { TIERS } from "../../court/ruling.ts";
import { formatAmount } from "../../money/amount.ts";
import { courtsJson, type OfferedCourt, readCourts } from "../offered-court.ts";
import { moneyJson, type OfferedMoney, readBps, readMoney } from "../offered-money.ts";

export interface EscrowMoney extends OfferedMoney {
  readonly minBond: bigint;
  /** In the order of the court's tiers. */
  readonly tierFees: readonly bigint[];
  readonly platformFeeBps: bigint;
  readonly cancelFeeBps: bigint;
}

export interface EscrowOffer {
  readonly courts: readonly OfferedCourt[];
  readonly money: readonly EscrowMoney[];
}

export function escrowOfferJson({ courts, money }: EscrowOffer): JsonObject {
  return { courts: courtsJson(courts), money: money.map(escrowMoneyJson) };
}

function escrowMoneyJson(money: EscrowMoney): JsonObject {
  const print = (units: bigint): string => formatAmount(units, money.asset);
  return {
    ...moneyJson(money),
    min_bond: print(money.minBond),
    tier_fees: money.tierFees.map(print),
    platform_fee_bps: money.platformFeeBps,
    cancel_fee_bps: money.cancelFeeBps,
  };
}

export function readEscrowOffer(read: Fields): EscrowOffer {
  const money = readMoney(read, (one, { asset }) => ({
    minBond: one.amount("min_bond", asset),
    tierFees: one.array("tier_fees", { max: TIERS.length }, (fees, at) => fees.amount(at, asset)),
    platformFeeBps: readBps(one, "platform_fee_bps"),
    cancelFeeBps: readBps(one, "cancel_fee_bps"),
  }));
  return { courts: readCourts(read), money };
}
