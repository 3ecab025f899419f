import type { RailName, TierName } from "@bazaar/kernel";
import { DEFAULT_LISTEN_SETTINGS, type Limits } from "../listen/settings.ts";

/** What the operator decides about this door. */
export interface Settings {
  readonly limits: Limits;
  /** What `/platform_info` shows beside the offer. */
  readonly notices: Notices;
}

export interface Notices {
  readonly version: string;
  /** The models of each tier; none if it rules on recorded facts alone. */
  readonly tierModels: Readonly<Record<TierName, readonly string[]>>;
  readonly rails: readonly RailName[];
  /** Starting balance and faucet amount by asset, as decimals. */
  readonly grants: readonly {
    readonly asset: string;
    readonly starting: string;
    readonly faucet: string;
  }[];
}

export const DEFAULT_SETTINGS: Settings = {
  limits: DEFAULT_LISTEN_SETTINGS.limits,
  notices: {
    version: "0.1.0",
    tierModels: { district: [], appeals: [], supreme: [] },
    rails: [],
    grants: [],
  },
};
