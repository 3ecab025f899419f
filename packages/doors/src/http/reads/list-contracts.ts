/**
 * The list of contracts. `status=open` shows what an agent can take now: no contract whose seat waits
 * for a deposit, and none that has expired. Unfunded contracts and work that is not a command are never
 * listed.
 */
import {
  accept,
  type ContractId,
  isOverdue,
  type JsonObject,
  PHASES,
  type Phase,
  transcriptLength,
} from "@bazaar/kernel";
import type { Listing, Market, Pause, StoredContract } from "@bazaar/market/ports";
import { z } from "zod";
import type { DoorResult } from "../door-refusal.ts";
import { answer, publicRead } from "../endpoint.ts";
import { contract } from "../shapes.ts";
import { listedView } from "../views/contract.ts";
import { type Status, statusOf } from "../views/status.ts";
import { Written, wireText } from "../wire-text.ts";
import { FILTERS, isListed, matches, traitsOf } from "./filters.ts";
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
  countsOnce: true,
  run: async ({ market, query, pause, reserve }) => {
    const before = await placeOf(market, query.before);
    if (!before.ok) return before;
    const nowMs = market.nowMs();
    const isShown = ({ state }: StoredContract): boolean =>
      isListed(state.terms) && (query.status !== "open" || !isOverdue(state, nowMs));
    const listing = await market.list({
      phases: phasesOf(query),
      limit: query.limit,
      before: before.value,
      pause,
      isWanted: (found) => isShown(found) && matches(traitsOf(found.state.terms), query),
    });
    const lengths = listing.contracts.map(({ state }) => transcriptLength(state));
    const length = lengths.reduce((sum, each) => sum + each, 0);
    const refused = reserve(Math.min(PAGE_LENGTH, length));
    if (refused !== null) return refused;
    const viewOf = (found: StoredContract): JsonObject => listedView(found, market.party, nowMs);
    return answer(await writtenPage(listing, viewOf, pause));
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
async function writtenPage(
  { contracts, next }: Listing,
  viewOf: (found: StoredContract) => JsonObject,
  pause: Pause,
): Promise<Written> {
  const texts: string[] = [];
  let length = 0;
  for (const [at, found] of contracts.entries()) {
    const text = wireText(viewOf(found));
    length += text.length;
    const last = contracts[at - 1];
    if (length > PAGE_LENGTH && last !== undefined) return pageOf(texts, last.state.id);
    texts.push(text);
    await pause();
  }
  return pageOf(texts, next);
}

function pageOf(texts: readonly string[], next: ContractId | null): Written {
  return new Written(`{"contracts":[${texts.join(",")}],"next":${wireText(next)}}`);
}
