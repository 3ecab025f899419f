/** Which contracts an agent takes, judged by their verified terms. */

import { availableCapabilities, type EventFilter } from "@bazaar/doors/connection";
import { type Pot, parseAmount, type Terms } from "@bazaar/kernel";

export interface Filter {
  /** Decimals, in the bounty's asset. */
  readonly minBounty?: string;
  readonly maxBounty?: string;
  /** Default: any. */
  readonly assets?: readonly string[];
  /** Capabilities that a contract must offer. */
  readonly needs?: readonly string[];
  /** Capabilities that a contract must not offer, such as sudo. */
  readonly without?: readonly string[];
  /** Operating systems, as documents name them. Default: any. */
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

/** What the market can filter. The agent checks again. */
export function marketFilter({ minBounty, needs = [], without = [] }: Filter): EventFilter {
  const capability = [...needs, ...without.map((name) => `no_${name}`)];
  return {
    status: "open",
    ...(minBounty === undefined ? {} : { minBounty }),
    ...(capability.length === 0 ? {} : { capability }),
  };
}

/** A contract without money. */
export function isFree({ pots }: Terms): boolean {
  return payPot(pots) === null;
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
  // A bound that this asset cannot express is not met.
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
