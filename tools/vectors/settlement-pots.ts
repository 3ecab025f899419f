/** The pots of the settlement vectors, and their form in the file. */
import { type Party, parseParty } from "../../packages/kernel/src/identity/party.ts";
import { invariant } from "../../packages/kernel/src/invariant.ts";
import { parseAmount } from "../../packages/kernel/src/money/amount.ts";
import { type Asset, BTC, ETH, RATING, XNO } from "../../packages/kernel/src/money/asset.ts";
import { due } from "../../packages/kernel/src/settlement/due.ts";
import type {
  CourtFeesPot,
  Cut,
  PayAfterVerifyPot,
  Pot,
  StakePot,
  SymmetricBondPot,
} from "../../packages/kernel/src/settlement/pot.ts";

/** Bounties around the fee minimum of 0.002, at the market's bounds, and the protocol's examples. */
export const BOUNTIES = ["0.0001", "0.002", "0.0025", "0.19", "0.5", "1", "100"] as const;

export interface NamedPot<P extends Pot = Pot> {
  readonly name: string;
  readonly pot: P;
  readonly hasCourt: boolean;
}

function amount(text: string, asset: Asset): bigint {
  const parsed = parseAmount(text, asset);
  invariant(parsed.ok, `${text} is not an amount of ${asset.code}`);
  return parsed.value;
}

export function symmetricBondPot(bounty: string, hasCourt: boolean): NamedPot<SymmetricBondPot> {
  const parameters = {
    schedule: "symmetric-bond",
    asset: XNO,
    rail: "nano",
    funds: "post",
    bounty: amount(bounty, XNO),
    judgeFee: hasCourt ? amount("0.17", XNO) : 0n,
    tierFees: hasCourt ? ["0.02", "0.05", "0.1"].map((fee) => amount(fee, XNO)) : [],
    platformFeeBps: 1_000n,
    platformFeeMinimum: amount("0.002", XNO),
    cancelFeeBps: 1_000n,
  } as const;
  const court = hasCourt ? "" : ", court none";
  return {
    name: `symmetric-bond ${bounty} XNO${court}`,
    pot: { ...parameters, due: due(parameters, hasCourt) },
    hasCourt,
  };
}

type CourtFeesChoice = Pick<CourtFeesPot, "bounty" | "minBond" | "tierFees" | "platformFeeBps">;

function courtFeesPot(name: string, asset: Asset, choice: CourtFeesChoice): NamedPot<CourtFeesPot> {
  const fixed = { schedule: "court-fees", asset, rail: "evm", funds: "post" } as const;
  const parameters = { ...fixed, ...choice, cancelFeeBps: 1_000n, restitution: true };
  return {
    name: `court-fees ${name}`,
    pot: { ...parameters, due: due(parameters, true) },
    hasCourt: true,
  };
}

export const WEI_POTS: readonly NamedPot<CourtFeesPot>[] = [
  courtFeesPot("0.25 ETH", ETH, {
    bounty: amount("0.25", ETH),
    minBond: amount("0.05", ETH),
    tierFees: ["0.001", "0.003", "0.01"].map((fee) => amount(fee, ETH)),
    platformFeeBps: 500n,
  }),
  // The bond is exactly the court fees, so that after three rulings nothing is left to forfeit.
  courtFeesPot("odd wei", ETH, {
    bounty: 1_234_567_890_123_456_789n,
    minBond: 1n,
    tierFees: [1_000_000_000_000_003n, 2_999_999_999_999_999n, 10_000_000_000_000_019n],
    platformFeeBps: 333n,
  }),
  courtFeesPot("7 wei", ETH, {
    bounty: 7n,
    minBond: 13n,
    tierFees: [1n, 3n, 5n],
    platformFeeBps: 2_999n,
  }),
];

export const XNO_COURT_FEES_POTS: readonly NamedPot<CourtFeesPot>[] = BOUNTIES.map((bounty) =>
  courtFeesPot(`${bounty} XNO`, XNO, {
    bounty: amount(bounty, XNO),
    minBond: amount("0.2", XNO),
    tierFees: ["0.02", "0.05", "0.1"].map((fee) => amount(fee, XNO)),
    platformFeeBps: 1_000n,
  }),
);

function share(bps: bigint | null): Cut | null {
  return bps === null ? null : { party: exampleParty(), bps };
}

function exampleParty(): Party {
  const party = parseParty(`nostr:${"0".repeat(64)}`);
  invariant(party.ok, "the example party is well formed");
  return party.value;
}

function jobPot(
  bounty: bigint,
  authorBps: bigint | null,
  referrerBps: bigint | null,
): NamedPot<PayAfterVerifyPot> {
  const parameters = {
    schedule: "pay-after-verify",
    asset: BTC,
    rail: "lightning",
    funds: "post",
    bounty,
    platformBps: 1_000n,
    author: share(authorBps),
    referrer: share(referrerBps),
  } as const;
  const present = [authorBps && "author", referrerBps && "referrer"].filter(Boolean).join(" and ");
  return {
    name: `pay-after-verify ${bounty} msat, ${present || "neither author nor referrer"}`,
    pot: { ...parameters, due: due(parameters, true) },
    hasCourt: true,
  };
}

export const JOB_POTS: readonly NamedPot<PayAfterVerifyPot>[] = [
  jobPot(50_000_000n, 1_500n, 500n),
  jobPot(50_000_000n, 1_500n, null),
  jobPot(50_000_000n, null, 500n),
  jobPot(50_000_000n, null, null),
  jobPot(10_019n, 1_500n, 500n),
];

export const STAKE_POTS: readonly NamedPot<StakePot>[] = [
  { principal: 25n, agent: 25n },
  { principal: 1n, agent: 40n },
].map((stakes) => ({
  name: `stake ${stakes.principal} and ${stakes.agent}`,
  pot: { schedule: "stake", asset: RATING, rail: "ledger", funds: "post", due: stakes },
  hasCourt: true,
}));

/** What another implementation needs to know of a pot: neither its rail nor its asset. */
export function parametersOf({ pot, hasCourt }: NamedPot): Record<string, unknown> {
  switch (pot.schedule) {
    case "symmetric-bond": {
      const { bounty, judgeFee, tierFees, platformFeeBps, platformFeeMinimum, cancelFeeBps } = pot;
      const fees = { platformFeeBps, platformFeeMinimum, cancelFeeBps };
      return { bounty, judgeFee, tierFees, ...fees, hasCourt };
    }
    case "court-fees": {
      const { bounty, minBond, tierFees, platformFeeBps, cancelFeeBps, restitution } = pot;
      return { bounty, minBond, tierFees, platformFeeBps, cancelFeeBps, restitution };
    }
    case "pay-after-verify": {
      const { bounty, platformBps, author, referrer } = pot;
      const shares = { authorBps: author?.bps ?? null, referrerBps: referrer?.bps ?? null };
      return { bounty, platformBps, ...shares };
    }
    case "stake":
      return { stakes: pot.due };
  }
}
