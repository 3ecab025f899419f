/**
 * The list of contracts. `status=open` shows what an agent can take now: no contract whose seat waits
 * for a deposit, and none that has expired. Unfunded contracts are never listed.
 */
import { accept, type ContractId, chainJson, isOverdue, PHASES, type Phase } from "@bazaar/kernel";
import type { Listing, Market, StoredContract } from "@bazaar/market/ports";
import { z } from "zod";
import type { DoorResult } from "../door-refusal.ts";
import { answer, publicRead } from "../endpoint.ts";
import { contract } from "../shapes.ts";
import { listedView } from "../views/contract.ts";
import { type Status, statusOf } from "../views/status.ts";
import { writtenInParts } from "../wire-text.ts";
import { FILTERS, matches, traitsOf } from "./filters.ts";
import { findContract } from "./find-contract.ts";
import { limit } from "./paging.ts";

const LISTED: readonly Phase[] = PHASES.filter((phase) => phase !== "unfunded");
/** Documents may be long; a page ends early rather than exceed this. */
const PAGE_LENGTH = 2 ** 21;

export const listContracts = publicRead({
  path: "/contracts",
  summary: "Lists contracts, newest first, without their transcripts",
  tag: "contracts",
  query: z.object({
    ...FILTERS,
    phase: z.enum(PHASES).optional().describe("Narrower than status: contest is one of canceled."),
    limit,
    before: z
      .string()
      .optional()
      .describe("Start after this contract: `next` of the previous page."),
  }),
  answer: z.object({ contracts: z.array(contract), next: z.string().nullable() }),
  run: async ({ market, query, pause }) => {
    const before = await placeOf(market, query.before);
    if (!before.ok) return before;
    const nowMs = market.nowMs();
    const isActionable = ({ state }: StoredContract): boolean =>
      query.status !== "open" || !isOverdue(state, nowMs);
    const listing = await market.list({
      phases: phasesOf(query),
      limit: query.limit,
      before: before.value,
      pause,
      isWanted: (found) => isActionable(found) && matches(traitsOf(found.state.terms), query),
    });
    const { contracts, next } = cutToLength(listing);
    const views = contracts.map((found) => listedView(found, market.party, nowMs));
    return answer(await writtenInParts({ contracts: views, next }, pause));
  },
});

function phasesOf(query: {
  readonly status?: Status | undefined;
  readonly phase?: Phase | undefined;
}): readonly Phase[] {
  const { status } = query;
  const listed = LISTED.filter((phase) => query.phase === undefined || phase === query.phase);
  if (status === undefined) return listed;
  // A reserved contract cannot be taken, although fix/2 calls it open.
  return listed.filter((phase) => phase !== "reserved" && statusOf(phase) === status);
}

async function placeOf(
  market: Market,
  name: string | undefined,
): Promise<DoorResult<ContractId | null>> {
  if (name === undefined) return accept(null);
  const found = await findContract(market, name);
  return found.ok ? accept(found.value.state.id) : found;
}

/** As many contracts as fit, and at least one. */
function cutToLength({ contracts, next }: Listing): Listing {
  let length = 0;
  for (const [at, { state }] of contracts.entries()) {
    length += chainJson(state.terms.document).length;
    const last = contracts[at - 1];
    if (length > PAGE_LENGTH && last !== undefined) {
      return { contracts: contracts.slice(0, at), next: last.state.id };
    }
  }
  return { contracts, next };
}
