/** Amounts of a contract as people read them. Sums stay in base units until they are written. */
import { type Asset, type ContractState, formatAmount, type Leg, type Side } from "@bazaar/kernel";
import { roleWords, shortParty, type Viewer } from "./viewer.ts";

/** What both sides hold now, `1.34 XNO`; null where nothing is held. */
export function heldWords(state: ContractState): string | null {
  const held = state.terms.pots.flatMap(({ asset }, index) => {
    const { principal = 0n, agent = 0n } = state.held[index] ?? {};
    const sum = principal + agent;
    return sum === 0n ? [] : [amountWords(sum, asset)];
  });
  return held.length === 0 ? null : held.join(" + ");
}

/** What one side holds, asset by asset. */
export function heldBy(state: ContractState, side: Side): ReadonlyMap<string, Money> {
  const sums = new Map<string, Money>();
  for (const [index, { asset }] of state.terms.pots.entries()) {
    addTo(sums, asset, state.held[index]?.[side] ?? 0n);
  }
  return sums;
}

/** What a division gives to one role, asset by asset. */
export function paidTo(legs: readonly Leg[], role: string): ReadonlyMap<string, Money> {
  const sums = new Map<string, Money>();
  for (const { asset, amount, to } of legs) if (to.role === role) addTo(sums, asset, amount);
  return sums;
}

export interface Money {
  readonly asset: Asset;
  readonly amount: bigint;
}

function addTo(sums: Map<string, Money>, asset: Asset, amount: bigint): void {
  const before = sums.get(asset.code)?.amount ?? 0n;
  sums.set(asset.code, { asset, amount: before + amount });
}

/** Everyone who is paid, `the agent 1.12 XNO, you 0.17 XNO`. */
export function payoutWords(legs: readonly Leg[], viewer: Viewer): string {
  return legs
    .map(({ to, amount, asset }) => `${roleWords(to.role, viewer)} ${amountWords(amount, asset)}`)
    .join(", ");
}

/** The same with the keys that are paid, one line each. */
export function payoutLines(legs: readonly Leg[], viewer: Viewer): readonly string[] {
  return legs.map(({ to, amount, asset }) => {
    const key = to.party === null ? "" : ` (${shortParty(to.party)})`;
    return `${amountWords(amount, asset)} to ${roleWords(to.role, viewer)}${key}`;
  });
}

export function sumWords(legs: readonly Leg[]): string {
  const sums = new Map<string, Money>();
  for (const { asset, amount } of legs) addTo(sums, asset, amount);
  return [...sums.values()].map(({ amount, asset }) => amountWords(amount, asset)).join(" + ");
}

export function amountWords(amount: bigint, asset: Asset): string {
  return `${formatAmount(amount, asset)} ${asset.code}`;
}
