/** What this market offers, from what its operator has decided. */
import { formatAmount, type Offer, type OfferedMoney, type Party, TIERS } from "@bazaar/kernel";
import type { ArtifactPolicy, Grants } from "@bazaar/market";
import { type AssetSettings, assetOf } from "./asset-settings.ts";
import type { SettingsFile } from "./settings-file.ts";

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** Of a job's price, where the job names an author or a referrer. */
const AUTHOR_BPS = 1_500n;
const REFERRER_BPS = 500n;

/** `replays`: whether this server can run the check of a job again. */
export function offerOf(platform: Party, settings: SettingsFile, replays: boolean): Offer {
  const own = { judge: platform, tiers: settings.courts.tiers };
  const others = settings.courts.judges.map(({ key, tiers }) => ({ judge: key, tiers }));
  const courts = [own, ...others];
  const { assets } = settings;
  const hasPanel = settings.courts.arbiters.length > 0;
  return {
    platform,
    profiles: {
      "fix/2": { courts, money: assets.map(bondMoney) },
      "escrow/1": { courts, money: assets.map((one) => ({ ...bondMoney(one), minBond: 0n })) },
      "job/1": { courts, hasPanel, replays, money: assets.map(jobMoney) },
      "chat/1": { hasPanel, money: assets.map(jobMoney) },
    },
  };
}

function moneyOf(settings: AssetSettings): OfferedMoney {
  const { currency, chain, rail, bounty } = settings;
  return {
    currency,
    chain,
    asset: assetOf(settings),
    rail,
    bountyMinimum: bounty.min,
    bountyMaximum: bounty.max,
  };
}

function bondMoney(settings: AssetSettings) {
  const { tierFees, platformFee, cancelFee } = settings;
  return {
    ...moneyOf(settings),
    tierFees: TIERS.map((tier) => tierFees[tier]),
    platformFeeBps: platformFee.percent,
    platformFeeMinimum: platformFee.min,
    cancelFeeBps: cancelFee.percent,
  };
}

function jobMoney(settings: AssetSettings) {
  const platformBps = settings.platformFee.percent;
  return {
    ...moneyOf(settings),
    platformBps,
    authorBps: AUTHOR_BPS,
    referrerBps: REFERRER_BPS,
  };
}

export function grantsOf({ assets, faucetEverySeconds }: SettingsFile): Grants {
  const byCode = new Map(assets.map((asset) => [asset.code, asset]));
  return {
    starting: (code) => byCode.get(code)?.startingBalance ?? 0n,
    faucet: (code) => byCode.get(code)?.faucet ?? 0n,
    faucetEveryMs: faucetEverySeconds * SECOND_MS,
  };
}

export function artifactPolicyOf({ limits }: SettingsFile): ArtifactPolicy {
  const { keptDays, ...artifacts } = limits.artifacts;
  return { limits: artifacts, keptMs: keptDays * DAY_MS };
}

/** The same grants, as the door shows them. */
export function grantNotices({ assets }: SettingsFile) {
  return assets.map((asset) => ({
    asset: asset.code,
    starting: formatAmount(asset.startingBalance, assetOf(asset)),
    faucet: formatAmount(asset.faucet, assetOf(asset)),
  }));
}
