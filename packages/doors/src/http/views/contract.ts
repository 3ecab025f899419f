import {
  type ContractState,
  contractAlias,
  type Entry,
  entryJson,
  type JsonObject,
  judgeOf,
  type Party,
  publicKeyHex,
  type Transcript,
} from "@bazaar/kernel";
import type { StoredContract } from "@bazaar/market/ports";
import { briefing } from "./briefing.ts";
import { secondsOf, secondsOrNull } from "./seconds.ts";
import { statusOf } from "./status.ts";

export function contractView(
  contract: StoredContract,
  transcript: Transcript,
  server: Party,
  nowMs: number,
): JsonObject {
  // The transcript may have grown since the contract was read; show it up to the same head.
  const entries = transcript.entries.slice(0, contract.chain.seq);
  return {
    ...outline(contract, server),
    transcript: entries.map(entryView),
    received_at: transcript.receivedAt.slice(0, contract.chain.seq).map(BigInt),
    briefing: briefing(contract.state, entries, nowMs),
  };
}

/**
 * A contract in a list, without its transcript: a page of transcripts could be of any size.
 */
export function listedView(contract: StoredContract, server: Party, nowMs: number): JsonObject {
  return {
    ...outline(contract, server),
    transcript: [],
    received_at: [],
    briefing: briefing(contract.state, [], nowMs),
  };
}

function outline({ state, chain, postedMs }: StoredContract, server: Party): JsonObject {
  const { terms } = state;
  return {
    id: contractAlias(state.id),
    contract_id_full: state.id,
    status: statusOf(state.phase),
    phase: state.phase,
    contract: terms.document,
    principal_pubkey: terms.principal,
    agent_pubkey: state.seat?.agent ?? null,
    judge_pubkey: judgeOf(terms.court) ?? "",
    execution_mode: terms.rules.mode,
    deadline: deadlineView(state),
    review_expires_at: state.phase === "review" ? secondsOrNull(state.deadline?.atMs) : null,
    last_investigation_at: secondsOrNull(state.investigatedMs),
    chain_head: chain.head,
    transcript_entries: BigInt(chain.seq),
    server_pubkey: publicKeyHex(server),
    created_at: secondsOf(postedMs),
    updated_at: secondsOf(state.receivedMs),
  };
}

/** Data that no fix/2 client reads; it can be as long as a whole document. */
const NOT_BESIDE: ReadonlySet<string> = new Set(["origin", "terms"]);

/**
 * An entry as fix/2 clients read it. Some look for the fields of `data` beside it. Others verify
 * every entry that has a signature, in a form of their own that leaves the timestamp out, and would
 * refuse ours: signatures are in `/transcript` only.
 */
function entryView(entry: Entry): JsonObject {
  const { signature, ...own } = entryJson(entry);
  const beside = Object.entries(entry.data).filter(
    ([name]) => name !== "signature" && !NOT_BESIDE.has(name),
  );
  return { ...Object.fromEntries(beside), ...own };
}

function deadlineView({ deadline }: ContractState): JsonObject | null {
  if (deadline === null) return null;
  const { kind, atMs, waitingFor } = deadline;
  return { kind, at: secondsOf(atMs), waiting_for: waitingFor };
}
