/** What money is counted in. `decimals` says how many base units make one: 30 for XNO raw. */
export interface Asset {
  readonly code: string;
  readonly decimals: number;
}

export const XNO: Asset = { code: "XNO", decimals: 30 };
export const ETH: Asset = { code: "ETH", decimals: 18 };
/** Counted in millisatoshi. */
export const BTC: Asset = { code: "BTC", decimals: 11 };
/** Test credits on the ledger. */
export const CREDIT: Asset = { code: "CREDIT", decimals: 9 };
/** Reputation points, held as stakes. */
export const RATING: Asset = { code: "RATING", decimals: 0 };
