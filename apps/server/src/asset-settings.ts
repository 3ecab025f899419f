/** One kind of money in the settings file. Amounts are text, counted in the asset's own decimals. */
import {
  type Asset,
  CUSTODY,
  parseAmount,
  type RailName,
  TIERS,
  type TierName,
} from "@bazaar/kernel";
import { z } from "zod";
import { keys, percent } from "./settings-keys.ts";

/** What carries every asset of this server. */
const RAIL: RailName = "ledger";
const { asset: ON_RAIL, maxUnits: MAX_UNITS } = CUSTODY[RAIL];
/** Every new key gets a grant, and all grants together must fit the ledger. */
const MAX_GRANT = 1_000n;
/** The ledger usually counts billionths, so that amounts fit 63 bits. */
const USUAL_DECIMALS = 9;

const amount = z.string();
const word = z.string().regex(/^[A-Za-z][A-Za-z0-9._-]{0,31}$/, "expected a word such as XNO");

const written = keys({
  code: z.string().regex(ON_RAIL.code, "expected a code such as XNO"),
  decimals: z
    .int()
    .min(0)
    .max(Math.max(...ON_RAIL.decimals))
    .default(USUAL_DECIMALS),
  currency: word,
  chain: word,
  bounty: keys({ min: amount, max: amount }),
  tierFees: keys({ district: amount, appeals: amount, supreme: amount }),
  platformFee: keys({ percent, min: amount }),
  cancelFee: keys({ percent }),
  startingBalance: amount.default("0"),
  faucet: amount.default("0"),
});

export const asset = written.transform((text, context) => {
  const { code, decimals } = text;
  const units = (value: string, ...path: string[]): bigint => {
    const parsed = parseAmount(value, { code, decimals });
    if (parsed.ok) return parsed.value;
    const { refusal } = parsed;
    const message = "problem" in refusal ? String(refusal.problem) : refusal.code;
    context.addIssue({ code: "custom", path, message });
    return 0n;
  };
  const grant = (name: "startingBalance" | "faucet"): bigint => {
    const given = units(text[name], name);
    if (given > MAX_GRANT * 10n ** BigInt(decimals)) {
      const message = `at most ${MAX_GRANT} of the asset`;
      context.addIssue({ code: "custom", path: [name], message });
    }
    return given;
  };
  const { bounty, tierFees, platformFee } = text;
  return {
    ...text,
    rail: RAIL,
    bounty: { min: units(bounty.min, "bounty", "min"), max: units(bounty.max, "bounty", "max") },
    tierFees: {
      district: units(tierFees.district, "tierFees", "district"),
      appeals: units(tierFees.appeals, "tierFees", "appeals"),
      supreme: units(tierFees.supreme, "tierFees", "supreme"),
    },
    platformFee: { ...platformFee, min: units(platformFee.min, "platformFee", "min") },
    startingBalance: grant("startingBalance"),
    faucet: grant("faucet"),
  };
});

export type AssetSettings = z.output<typeof asset>;

export function assetOf({ code, decimals }: AssetSettings): Asset {
  return { code, decimals };
}

/** The fees and limits of the `fix` protocol. */
export const USUAL_MONEY: Omit<z.input<typeof asset>, "code" | "currency" | "chain"> = {
  bounty: { min: "0.19", max: "100" },
  tierFees: { district: "0.02", appeals: "0.05", supreme: "0.1" },
  platformFee: { percent: "10", min: "0.002" },
  // The side that cancels late pays this twice: to the other side and to the platform.
  cancelFee: { percent: "10" },
  startingBalance: "100",
  faucet: "100",
};

/** Test money for jobs, counted in thousandths of a sat: from 1 to 1,000,000 sats for a job. */
export const TEST_SATS: typeof USUAL_MONEY = {
  bounty: { min: "0.00000001", max: "0.01" },
  tierFees: { district: "0.000002", appeals: "0.000005", supreme: "0.00001" },
  platformFee: { percent: "10", min: "0" },
  cancelFee: { percent: "10" },
  startingBalance: "0.001",
  faucet: "0.001",
};

export function checkAssets(assets: readonly AssetSettings[], context: z.RefinementCtx): void {
  for (const [index, { code, currency, chain, bounty, tierFees }] of assets.entries()) {
    const complain = (key: string, message: string) =>
      context.addIssue({ code: "custom", path: [index, key], message });
    const earlier = assets.slice(0, index);
    if (earlier.some((other) => other.code === code)) complain("code", `${code} is listed twice`);
    if (earlier.some((other) => other.currency === currency && other.chain === chain)) {
      complain("currency", `${currency} on ${chain} is listed twice`);
    }
    // A client that signs its document alone states the asset by its currency.
    if (currency !== code) complain("currency", `expected ${code}, as the code`);
    if (bounty.min === 0n || bounty.min > bounty.max) {
      complain("bounty", "min must be above 0 and at most max");
    }
    const largest = TIERS.reduce((sum, tier: TierName) => sum + tierFees[tier], bounty.max);
    if (largest > MAX_UNITS) complain("bounty", `max is more than the ${RAIL} can hold`);
  }
}
