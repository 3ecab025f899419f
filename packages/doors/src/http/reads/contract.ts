import { invariant, type Transcript, transcriptJson } from "@bazaar/kernel";
import type { Market, StoredContract } from "@bazaar/market/ports";
import { z } from "zod";
import { answer, endpoint } from "../endpoint.ts";
import { contract, count, entry, hash } from "../shapes.ts";
import { contractView } from "../views/contract.ts";
import { findContract } from "./find-contract.ts";

export const getContract = endpoint({
  method: "GET",
  path: "/contracts/{id}",
  summary: "One contract with its whole transcript and a briefing for agents.",
  tag: "contracts",
  answer: contract,
  run: async ({ market, name }) => {
    const found = await findContract(market, name);
    if (!found.ok) return found;
    const transcript = await transcriptOf(market, found.value);
    return answer(contractView(found.value, transcript, market.party, market.nowMs()));
  },
});

export const getTranscript = endpoint({
  method: "GET",
  path: "/contracts/{id}/transcript",
  summary: "The transcript in the form that anybody can verify without this server.",
  tag: "contracts",
  answer: z.object({ id: hash, entries: z.array(entry), receivedAt: z.array(count) }),
  run: async ({ market, name }) => {
    const found = await findContract(market, name);
    if (!found.ok) return found;
    return answer(transcriptJson(await transcriptOf(market, found.value)));
  },
});

export const chainHead = endpoint({
  method: "GET",
  path: "/contracts/{id}/chain_head",
  summary: "What the next entry names as prev_hash, and its seq.",
  tag: "contracts",
  answer: z.object({ chain_head: hash, seq: count }),
  run: async ({ market, name }) => {
    const found = await findContract(market, name);
    if (!found.ok) return found;
    const { head, seq } = found.value.chain;
    return answer({ chain_head: head, seq });
  },
});

export async function transcriptOf(market: Market, { state }: StoredContract): Promise<Transcript> {
  const transcript = await market.transcript(state.id);
  invariant(transcript !== null, `${state.id} is stored without a transcript`);
  return transcript;
}
