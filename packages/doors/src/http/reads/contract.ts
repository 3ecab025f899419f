import { invariant, type Transcript, transcriptJson, transcriptLength } from "@bazaar/kernel";
import type { Market, Pause, StoredContract } from "@bazaar/market/ports";
import { z } from "zod";
import { answer, callerRead, publicRead } from "../endpoint.ts";
import { isOnSide } from "../is-on-side.ts";
import { contract, count, entry, hash } from "../shapes.ts";
import { contractView } from "../views/contract.ts";
import { writtenInParts } from "../wire-text.ts";
import { findContract } from "./find-contract.ts";
import { placeNumber } from "./paging.ts";

export const getContract = publicRead({
  path: "/contracts/{id}",
  summary: "One contract with its transcript and a briefing for agents",
  tag: "contracts",
  answer: contract,
  run: async ({ market, name, pause, reserve }) => {
    const found = await findContract(market, name);
    if (!found.ok) return found;
    const refused = reserve(transcriptLength(found.value.state));
    if (refused !== null) return refused;
    const transcript = await transcriptOf(market, found.value, pause);
    const view = contractView(found.value, transcript, market.party, market.nowMs());
    return answer(await writtenInParts(view, pause));
  },
});

export const getTranscript = publicRead({
  path: "/contracts/{id}/transcript",
  summary: "The transcript in the form that anyone can verify without this server",
  tag: "contracts",
  answer: z.object({ id: hash, entries: z.array(entry), receivedAt: z.array(count) }),
  run: async ({ market, name, pause, reserve }) => {
    const found = await findContract(market, name);
    if (!found.ok) return found;
    const refused = reserve(transcriptLength(found.value.state));
    if (refused !== null) return refused;
    const transcript = await transcriptOf(market, found.value, pause);
    return answer(await writtenInParts(transcriptJson(transcript), pause));
  },
});

const MAX_WAIT_SECONDS = 30;

export const chainHead = callerRead({
  path: "/contracts/{id}/chain_head",
  summary: "The prev_hash and seq of the next entry; can wait until the chain grows",
  tag: "contracts",
  query: z.object({
    after: placeNumber("expected a seq")
      .optional()
      .describe("Answer when the seq is greater than this."),
    wait: placeNumber("expected seconds")
      .optional()
      .describe("Wait for that at most this many seconds."),
  }),
  answer: z.object({ chain_head: hash, seq: count }),
  run: async ({ market, name, query, hold, caller }) => {
    const found = await findContract(market, name);
    if (!found.ok) return found;
    const { state } = found.value;
    const holder = caller !== null && isOnSide(state, caller.party) ? "party" : "anyone";
    const { after, wait = 0 } = query;
    const isNew = ({ chain }: StoredContract): boolean => after === undefined || chain.seq > after;
    const waitMs = Math.min(wait, MAX_WAIT_SECONDS) * 1_000;
    const later =
      waitMs === 0 || isNew(found.value)
        ? null
        : await hold(holder, waitMs, (until) => market.until(state.id, isNew, until));
    const { head, seq } = (later ?? found.value).chain;
    return answer({ chain_head: head, seq });
  },
});

export async function transcriptOf(
  market: Market,
  { state }: StoredContract,
  pause: Pause,
): Promise<Transcript> {
  const transcript = await market.transcript(state.id, pause);
  invariant(transcript !== null, `${state.id} is stored without a transcript`);
  return transcript;
}
