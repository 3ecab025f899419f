/** The filters of the list and the stream of contracts. */
import type { Terms } from "@bazaar/kernel";
import { z } from "zod";
import { availableCapabilities } from "../../connection/capabilities.ts";
import { comparableBounty, parseLeastBounty } from "../views/money.ts";
import { STATUSES } from "../views/status.ts";

const MAX_NAMES = 10;
const NAMES = new RegExp(`^[a-z0-9_]{1,40}(,[a-z0-9_]{1,40}){0,${MAX_NAMES - 1}}$`);

const leastBounty = z
  .string()
  .transform((text, context) => {
    const least = parseLeastBounty(text);
    if (least.ok) return least.value;
    const { refusal } = least;
    context.addIssue({
      code: "custom",
      message: "problem" in refusal ? `${refusal.problem}` : refusal.code,
    });
    return z.NEVER;
  })
  .describe("Only contracts with at least this bounty, in whatever currency it is paid.");

const capability = z
  .string()
  .regex(NAMES, `expected up to ${MAX_NAMES} names such as network or no_sudo, with commas between`)
  .transform((text) => text.split(","))
  .describe("network: only where the network is available; no_sudo: only where sudo is not.");

export const FILTERS = {
  status: z.enum(STATUSES).optional(),
  min_bounty: leastBounty.optional(),
  capability: capability.optional(),
};

export interface Filter {
  readonly min_bounty?: bigint | undefined;
  readonly capability?: readonly string[] | undefined;
}

/**
 * Whether clients of this door understand the contract: they look for the command that failed. Others are
 * neither listed nor announced here, and can be read by their id.
 */
export function isListed({ work }: Terms): boolean {
  return work.kind === "command";
}

/** What filters compare. Terms never change, so a contract always matches or never. */
export interface Traits {
  /** In a unit that is the same for all assets. */
  readonly bounty: bigint;
  readonly capabilities: readonly string[];
}

export function traitsOf(terms: Terms): Traits {
  return {
    bounty: comparableBounty(terms),
    capabilities: availableCapabilities(terms.document),
  };
}

const DENIAL = "no_";

export function matches({ bounty, capabilities }: Traits, filter: Filter): boolean {
  if (bounty < (filter.min_bounty ?? 0n)) return false;
  const { capability = [] } = filter;
  // What a document does not mention is not available.
  return capability.every((wish) =>
    wish.startsWith(DENIAL)
      ? !capabilities.includes(wish.slice(DENIAL.length))
      : capabilities.includes(wish),
  );
}
