/** Which contracts an agent wants, judged by their verified terms. */

import { availableCapabilities, type EventFilter } from "@bazaar/doors/http/connect";
import { type Pot, parseAmount, type Terms } from "@bazaar/kernel";

export interface Filter {
  /** Decimals, in whatever the bounty is paid in. */
  readonly minBounty?: string;
  readonly maxBounty?: string;
  /** Only bounties in these; any without. */
  readonly assets?: readonly string[];
  /** Capabilities that the agent cannot do without: a contract must make them available. */
  readonly needs?: readonly string[];
  /** Capabilities that a contract must not give, such as sudo for an agent that wants none. */
  readonly without?: readonly string[];
  /** Only machines of these systems, as documents call them; any without. */
  readonly systems?: readonly string[];
}

export function isWanted(filter: Filter, { document, pots, work, agent }: Terms): boolean {
  const available = availableCapabilities(document);
  const { needs = [], without = [], systems } = filter;
  if (work.kind !== "command" || agent !== null) return false;
  if (!needs.every((name) => available.includes(name))) return false;
  if (without.some((name) => available.includes(name))) return false;
  if (systems !== undefined && !systems.includes(systemOf(document))) return false;
  return isPaidEnough(filter, payPot(pots));
}

/** What the market can sift out beforehand. Its word is not relied on. */
export function marketFilter({ minBounty, needs = [], without = [] }: Filter): EventFilter {
  const capability = [...needs, ...without.map((name) => `no_${name}`)];
  return {
    status: "open",
    ...(minBounty === undefined ? {} : { minBounty }),
    ...(capability.length === 0 ? {} : { capability }),
  };
}

function payPot(pots: readonly Pot[]): Pot | null {
  return pots.find(({ schedule }) => schedule !== "stake") ?? null;
}

function isPaidEnough({ minBounty, maxBounty, assets }: Filter, pot: Pot | null): boolean {
  if (pot === null || pot.schedule === "stake")
    return !isPositive(minBounty) && assets === undefined;
  const { asset, bounty } = pot;
  if (assets !== undefined && !assets.includes(asset.code)) return false;
  const least = minBounty === undefined ? null : parseAmount(minBounty, asset);
  const most = maxBounty === undefined ? null : parseAmount(maxBounty, asset);
  // A bound that this asset cannot express is no reason to work for it.
  if (least?.ok === false || most?.ok === false) return false;
  return bounty >= (least?.value ?? 0n) && (most === null || bounty <= most.value);
}

function isPositive(decimal: string | undefined): boolean {
  return decimal !== undefined && /[1-9]/.test(decimal);
}

function systemOf({ environment }: Terms["document"]): string {
  const os = (environment as { readonly os?: unknown } | undefined)?.os;
  return typeof os === "string" ? os : "";
}
