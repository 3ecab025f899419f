/** What this market offers, from what its operator has decided. */
import {
  type Asset,
  formatAmount,
  type MoneyOffer,
  type Offer,
  type Party,
  TIERS,
} from "@bazaar/kernel";
import type { Grants } from "@bazaar/market";
import { type AssetSettings, LEDGER_DECIMALS, type SettingsFile } from "./settings-file.ts";

const SECOND_MS = 1_000;

export function offerOf(platform: Party, { assets, courts }: SettingsFile): Offer {
  const own = { judge: platform, tiers: courts.tiers };
  const others = courts.judges.map(({ key, tiers }) => ({ judge: key, tiers }));
  return { platform, courts: [own, ...others], money: assets.map(moneyOf) };
}

function moneyOf(settings: AssetSettings): MoneyOffer {
  const { currency, chain, bounty, tierFees, platformFee, cancelFee } = settings;
  return {
    currency,
    chain,
    asset: assetOf(settings),
    rail: "ledger",
    bountyMinimum: bounty.min,
    bountyMaximum: bounty.max,
    tierFees: TIERS.map((tier) => tierFees[tier]),
    platformFeeBps: platformFee.percent,
    platformFeeMinimum: platformFee.min,
    cancelFeeBps: cancelFee.percent,
  };
}

function assetOf({ code }: AssetSettings): Asset {
  return { code, decimals: LEDGER_DECIMALS };
}

export function grantsOf({ assets, faucetEverySeconds }: SettingsFile): Grants {
  const byCode = new Map(assets.map((asset) => [asset.code, asset]));
  return {
    starting: (code) => byCode.get(code)?.startingBalance ?? 0n,
    faucet: (code) => byCode.get(code)?.faucet ?? 0n,
    faucetEveryMs: faucetEverySeconds * SECOND_MS,
  };
}

/** The same grants, as the door shows them. */
export function grantNotices({ assets }: SettingsFile) {
  return assets.map((asset) => ({
    asset: asset.code,
    starting: formatAmount(asset.startingBalance, assetOf(asset)),
    faucet: formatAmount(asset.faucet, assetOf(asset)),
  }));
}
