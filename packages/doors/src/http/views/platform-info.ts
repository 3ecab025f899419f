/** What this market offers, charges and allows. */
import {
  CUSTODY,
  fitBounty,
  formatAmount,
  type JsonObject,
  MAX_ENTRIES,
  NUMBER_RULES,
  type NumberRule,
  type Offer,
  offerJson,
  rulesOf,
  TEXT_LIMITS,
  TIERS,
} from "@bazaar/kernel";
import type { Census } from "@bazaar/market/ports";
import { type BondMoney, type Fix2Offer, fix2Offer } from "../fix2-offer.ts";
import type { Notices } from "../settings.ts";
import { countIn } from "./census.ts";
import { judgeOf } from "./judge.ts";
import { rateText } from "./money.ts";

export function platformInfoView(offer: Offer, notices: Notices, census: Census): JsonObject {
  const fix2 = fix2Offer(offer);
  const [first] = fix2.money;
  return {
    model: "inclusive_bond",
    ...(first === undefined ? FREE_ONLY : moneyView(first, notices)),
    stats: {
      contracts_fulfilled: BigInt(countIn(census, ["fulfilled"])),
      contracts_resolved: BigInt(countIn(census, ["resolved"])),
      contracts_open: BigInt(countIn(census, ["open"])),
      contracts_active: BigInt(countIn(census, ACTIVE)),
    },
    version: notices.version,
    assets: fix2.money.map((money) => moneyView(money, notices)),
    rails: [...notices.rails],
    courts: fix2.courts.map(({ judge, tiers }) => ({ judge, tiers: [...tiers] })),
    judge: { ...judgeOf(notices) },
    rules: rulesView(),
    text_limits: counts(TEXT_LIMITS),
    max_transcript_entries: BigInt(MAX_ENTRIES),
    grants: notices.grants.map((grant) => ({ ...grant })),
    notes: notesOn(fix2),
    offer: offerJson(offer),
  };
}

const ACTIVE = ["investigating", "in_progress", "verifying", "review"] as const;

/** For a market without money. */
const FREE_ONLY: JsonObject = {
  currency: "",
  min_bounty: "0",
  judge_fee: "0",
  min_inclusive_bond: "0",
  platform_fee_rate: "0.00",
  platform_fee_min: "0",
  cancel_fee_rate: "0.00",
  court_tiers: [],
  court_fit: [],
};

function moneyView(money: BondMoney, { tierModels }: Notices): JsonObject {
  const print = (units: bigint): string => formatAmount(units, money.asset);
  const judgeFee = money.tierFees.reduce((sum, fee) => sum + fee, 0n);
  return {
    currency: money.currency,
    chain: money.chain,
    rail: money.rail,
    min_bounty: print(money.bountyMinimum),
    max_bounty: print(money.bountyMaximum),
    judge_fee: print(judgeFee),
    min_inclusive_bond: print(money.bountyMinimum + judgeFee),
    platform_fee_rate: rateText(money.platformFeeBps),
    platform_fee_min: print(money.platformFeeMinimum),
    // Leaving late costs one share for the other side and one for the platform.
    cancel_fee_rate: rateText(money.cancelFeeBps * 2n),
    court_tiers: money.tierFees.flatMap((fee, at) => {
      const name = TIERS[at];
      return name === undefined ? [] : [{ name, fee: print(fee), models: [...tierModels[name]] }];
    }),
    court_fit: courtFit(money).map(({ accuracyBps, bounty }) => ({
      accuracy: rateText(accuracyBps),
      max_bounty: print(bounty),
    })),
  };
}

/** How often a court may be right; how good this one is, nobody knows. */
const ACCURACIES_BPS = [9_000n, 9_500n, 9_900n];

/** Above which bounty a lie pays on average, for each accuracy at which one pays at all. */
function courtFit(money: BondMoney): readonly { accuracyBps: bigint; bounty: bigint }[] {
  return ACCURACIES_BPS.flatMap((accuracyBps) => {
    const exact = fitBounty(money, accuracyBps);
    if (exact === null || exact >= money.bountyMaximum) return [];
    // Rounded down to hundredths, to be read by people.
    const hundredth = 10n ** BigInt(Math.max(0, money.asset.decimals - 2));
    return [{ accuracyBps, bounty: exact - (exact % hundredth) }];
  });
}

/** Every window and limit by its name in the terms, with its default and bounds. */
function rulesView(): JsonObject {
  const usual = rulesOf("fix/2");
  const lines = (Object.keys(NUMBER_RULES) as NumberRule[]).map((name) => {
    const { wire, min, max } = NUMBER_RULES[name];
    return [wire, counts({ usual: usual[name], min, max })];
  });
  return Object.fromEntries(lines);
}

function counts(numbers: Readonly<Record<string, number>>): JsonObject {
  return Object.fromEntries(Object.entries(numbers).map(([name, count]) => [name, BigInt(count)]));
}

/** What differs from what a client might expect. */
function notesOn({ money }: Fix2Offer): readonly string[] {
  const onLedger = money.filter(({ rail, chain }) => CUSTODY[rail].isOnOwnBooks && chain !== rail);
  return [
    ...onLedger.map(
      ({ currency, chain }) =>
        `${currency} on ${chain} is test money on this server's own ledger: deposits are taken from balances at once, and there is no address to pay to.`,
    ),
    ...money.flatMap(courtNote),
  ];
}

function courtNote(money: BondMoney): readonly string[] {
  const limits = courtFit(money).map(({ accuracyBps, bounty }) => {
    const most = `${formatAmount(bounty, money.asset)} ${money.currency}`;
    return `above ${most} if the court is right in ${accuracyBps / 100n} % of its rulings`;
  });
  if (limits.length === 0) return [];
  return [`Lying in court pays on average for bounties ${limits.join(", ")}.`];
}
