/** The filters that a list and a stream of contracts share, read from a query once. */
import type { Terms } from "@bazaar/kernel";
import { z } from "zod";
import { availableCapabilities } from "../views/capabilities.ts";
import { comparableBounty, parseLeastBounty } from "../views/money.ts";
import { STATUSES } from "../views/status.ts";

const MAX_WISHES = 10;
const WISHES = new RegExp(`^[a-z0-9_]{1,40}(,[a-z0-9_]{1,40}){0,${MAX_WISHES - 1}}$`);

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
  .describe("Only contracts whose bounty is at least this decimal, in whatever it is paid.");

const capability = z
  .string()
  .regex(
    WISHES,
    `expected up to ${MAX_WISHES} names such as network or no_sudo, with commas between`,
  )
  .transform((text) => text.split(","))
  .describe("network: only where the network is available; no_sudo: only where sudo is not.");

export const FILTERS = {
  status: z.enum(STATUSES).optional(),
  min_bounty: leastBounty.optional(),
  capability: capability.optional(),
};

export interface Wishes {
  readonly min_bounty?: bigint | undefined;
  readonly capability?: readonly string[] | undefined;
}

/** What wishes are held against. Terms never change: a contract that passes once passes always. */
export interface Traits {
  /** In the one unit that all bounties are compared in. */
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

export function isWished({ bounty, capabilities }: Traits, wishes: Wishes): boolean {
  if (bounty < (wishes.min_bounty ?? 0n)) return false;
  const { capability = [] } = wishes;
  // What a document does not mention is not there.
  return capability.every((wish) =>
    wish.startsWith(DENIAL)
      ? !capabilities.includes(wish.slice(DENIAL.length))
      : capabilities.includes(wish),
  );
}
