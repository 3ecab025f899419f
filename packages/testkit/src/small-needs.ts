/** Shared parts of the markets in tests, demos and simulations. */
import {
  type Asset,
  type ContractId,
  decide,
  EMPTY_CHAIN,
  type Entry,
  type JsonObject,
  type Party,
  type Signer,
  sha256Hex,
  signEntry,
} from "@bazaar/kernel";
import { type Needs, namedArbiters } from "@bazaar/market";
import { type Ledger, type Store, WORLD } from "@bazaar/market/ports";
import { TEST_XNO } from "./sample-terms.ts";

/** Accepts any terms, has no randomness, no limits, no waits and no outages. */
export const SMALL_NEEDS: Pick<
  Needs,
  | "randomness"
  | "decide"
  | "sha256Hex"
  | "checker"
  | "callPanel"
  | "reviewTerms"
  | "limits"
  | "seatPolicy"
  | "artifactPolicy"
  | "houseAccount"
  | "outages"
> = {
  randomness: { fraction: () => 0 },
  decide,
  sha256Hex,
  checker: { run: async () => ({ verdict: "no_verdict", evidence: {} }) },
  callPanel: namedArbiters([], () => "00".repeat(16)),
  reviewTerms: () => null,
  limits: { openContracts: Number.MAX_SAFE_INTEGER, seats: Number.MAX_SAFE_INTEGER },
  outages: { since: async () => [] },
  artifactPolicy: {
    limits: { bytes: 1 << 20, ownerBytes: 1 << 22, ownerCount: 100, totalBytes: 1 << 24 },
    keptMs: 86_400_000,
  },
  seatPolicy: { leftMs: () => 0, leave: () => undefined },
  houseAccount: (rail, role) => `${rail}/${role}`,
};

/** Credits a party, once per party and asset. */
export async function grant(
  ledger: Ledger,
  to: Party,
  amount: bigint,
  asset: Asset = TEST_XNO,
): Promise<void> {
  const key = `grant/${to}/${asset.code}`;
  await ledger.transfer({ key, from: WORLD, to, asset: asset.code, amount });
}

/** Signs the next entry of a contract; null starts a new contract. */
export async function signOn(
  store: Pick<Store, "load">,
  contract: ContractId | null,
  author: Signer,
  act: { readonly type: string; readonly data: JsonObject },
  nowMs: number,
): Promise<Entry> {
  const stored = contract === null ? null : await store.load(contract);
  return signEntry(author, stored?.chain ?? EMPTY_CHAIN, act, nowMs);
}
