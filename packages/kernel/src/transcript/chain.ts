/**
 * Verifies the positions, links and signatures of a transcript, not its meaning.
 *
 * The first failure is reported at its entry, in the order position, link, signature. A
 * truncated chain cannot be detected here; the checkpoints of the log are for that.
 */
import { sha256Hex } from "../canonical/hash.ts";
import type { Json } from "../canonical/json.ts";
import type { Verify } from "../identity/verify.ts";
import { accept, type Refusal, type Result, refuse } from "../refusal.ts";
import { type Entry, entryTexts, GENESIS_HASH, parseEntry } from "./entry.ts";

/** Where the next entry goes: it names `head` as its `prev_hash` and has this `seq`. */
export interface ChainHead {
  readonly head: string;
  readonly seq: number;
}

export const EMPTY_CHAIN: ChainHead = { head: GENESIS_HASH, seq: 0 };

const BAD_SIGNATURE = "the signature is not the author's";

/** Parses every entry of a transcript; a problem is reported at its position. */
export function parseChain(items: readonly Json[]): Result<readonly Entry[]> {
  const entries: Entry[] = [];
  for (const item of items) {
    const entry = parseEntry(item);
    if (!entry.ok) return broken(entries.length, readProblem(entry.refusal));
    entries.push(entry.value);
  }
  return accept(entries);
}

/** A long chain can be verified in parts: give `from`, the head of the part before. */
export function verifyChain(
  entries: readonly Entry[],
  verify: Verify,
  from: ChainHead = EMPTY_CHAIN,
): Result<ChainHead> {
  let at = from;
  for (const entry of entries) {
    const problem = linkProblem(at, entry);
    if (problem !== null) return broken(at.seq, problem);
    const { signed, full } = entryTexts(entry);
    if (!verify(entry.author, signed, entry.signature)) return broken(at.seq, BAD_SIGNATURE);
    at = { head: sha256Hex(full), seq: at.seq + 1 };
  }
  return accept(at);
}

/** The same with a pause after each entry. */
export async function verifyChainInSteps(
  entries: readonly Entry[],
  verify: Verify,
  pause: () => Promise<void>,
  from: ChainHead = EMPTY_CHAIN,
): Promise<Result<ChainHead>> {
  let at = from;
  for (const entry of entries) {
    const next = verifyChain([entry], verify, at);
    if (!next.ok) return next;
    at = next.value;
    await pause();
  }
  return accept(at);
}

/** Whether an entry continues the chain here; if not, the refusal says where the chain is. */
export function appendable(at: ChainHead, entry: Pick<Entry, "seq" | "prevHash">): Result<true> {
  if (linkProblem(at, entry) === null) return accept(true);
  return refuse({ code: "stale_head", head: at.head, seq: at.seq });
}

function linkProblem(at: ChainHead, entry: Pick<Entry, "seq" | "prevHash">): string | null {
  if (entry.seq !== at.seq) return `expected seq ${at.seq}, got ${entry.seq}`;
  if (entry.prevHash !== at.head) return `expected prev_hash ${at.head}, got ${entry.prevHash}`;
  return null;
}

function readProblem(refusal: Refusal): string {
  if (refusal.code !== "malformed_entry") return refusal.code;
  return `${refusal.field}: ${refusal.problem}`;
}

function broken(seq: number, problem: string): Result<never> {
  return refuse({ code: "broken_chain", seq, problem });
}
