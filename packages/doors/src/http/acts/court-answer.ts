/**
 * What the court answered to one entry, and waiting for it.
 *
 * It is the first answer after that entry, whatever happened since: a repeated request gets the same
 * ruling even after an appeal. While there is none, the request is held for a while.
 */
import {
  type ContractId,
  contractAlias,
  type Entry,
  isEnded,
  type JsonObject,
  lostBy,
  type Ruling,
  TIER_RULINGS,
  TIERS,
} from "@bazaar/kernel";
import type { Market, StoredContract } from "@bazaar/market/ports";
import { z } from "zod";
import { rulingView } from "../views/ruling.ts";
import { statusOf } from "../views/status.ts";
import type { Done } from "./act-endpoint.ts";

/** The answer while no court has ruled. */
export const NO_RULING = z.object({
  status: z.string(),
  outcome: z.string().nullable(),
  message: z.string(),
});

export interface CourtAnswer {
  /** In the words of fix/2. */
  readonly status: string;
  readonly ruling: JsonObject | null;
  readonly message: string;
}

export async function courtAnswer(done: Done, timeoutMs: number): Promise<CourtAnswer> {
  const { call, id, state, entry } = done;
  const given = await answerIn(call.market, id, entry.seq);
  if (given !== null) return viewOf(done, given);
  const rulings = state.rulings.length;
  const isAnswered = (now: StoredContract): boolean =>
    now.state.rulings.length > rulings || now.state.case === null || isEnded(now.state.phase);
  await call.held.hold(call.signal(), timeoutMs, (signal) =>
    call.market.until(id, isAnswered, signal),
  );
  const answer = await answerIn(call.market, id, entry.seq);
  return answer === null ? pending(done) : viewOf(done, answer);
}

/** The ruling itself, as clients expect it, or the status of the case. */
export async function rulingOrStatus(done: Done, timeoutMs: number): Promise<JsonObject> {
  const { status, ruling, message } = await courtAnswer(done, timeoutMs);
  if (ruling !== null) return { status, ...ruling };
  return { status, outcome: status === "voided" ? "voided" : null, message };
}

interface Given {
  readonly entry: Entry;
  /** The ruling in force: the entry itself, or the one that it makes final. */
  readonly ruling: Entry | null;
}

const ANSWERS: ReadonlySet<string> = new Set(["ruling", "ruling_final", "voided", "resume"]);

async function answerIn(market: Market, id: ContractId, seq: number): Promise<Given | null> {
  const transcript = await market.transcript(id);
  const entries = transcript?.entries ?? [];
  const entry = entries.slice(seq + 1).find(({ type }) => ANSWERS.has(type));
  if (entry === undefined) return null;
  const ruling = entries.slice(0, entry.seq + 1).findLast(({ type }) => type === "ruling");
  return { entry, ruling: ruling ?? null };
}

function viewOf(done: Done, { entry, ruling }: Given): CourtAnswer {
  const { terms, state } = done;
  if (entry.type === "resume") {
    return { status: statusOf("in_progress"), ruling: null, message: "The halt was lifted." };
  }
  if (ruling === null || entry.type === "voided") {
    const message = "The court did not rule in time. All deposits are returned.";
    return { status: "voided", ruling: null, message };
  }
  const said = rulingOf(ruling);
  const last = terms.court.kind === "tiered" ? terms.court.tiers.at(-1) : undefined;
  const isFinal = entry.type === "ruling_final" || said.bench === last;
  const phase = isFinal ? "resolved" : "ruled";
  const then = { ...state, phase, rulings: [said] } as const;
  return { status: statusOf(phase), ruling: rulingView(then, [ruling]), message: "" };
}

/** These fields were checked before the entry was stored. */
function rulingOf({ data }: Entry): Ruling {
  const outcome = TIER_RULINGS.find((name) => name === data.outcome) ?? "impossible";
  const bench = TIERS.find((name) => name === data.court) ?? "district";
  return { outcome, bench, against: lostBy(outcome) };
}

function pending({ id, phase }: Done): CourtAnswer {
  const message = `No ruling yet. See GET /contracts/${contractAlias(id)}/ruling.`;
  return { status: statusOf(phase), ruling: null, message };
}
