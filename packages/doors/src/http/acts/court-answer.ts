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
  tiersOf,
} from "@bazaar/kernel";
import type { StoredContract } from "@bazaar/market/ports";
import { z } from "zod";
import { count } from "../shapes.ts";
import { levelOf, rulingView } from "../views/ruling.ts";
import { statusOf } from "../views/status.ts";
import type { ActCall, Done } from "./act-endpoint.ts";

/** The answer while no court has ruled: all that a ruling has, so that clients can read it as one. */
export const NO_RULING = z.object({
  status: z.string(),
  outcome: z.string().nullable(),
  reasoning: z.string(),
  court: z.string().nullable(),
  level: count.nullable(),
  final: z.boolean(),
  can_appeal: z.literal(false),
  next_court: z.null(),
  next_fee: z.null(),
  flags: z.array(z.never()),
  message: z.string(),
});

/** An entry that asks a court, and the request that waits for the answer. */
export type Asking = Pick<Done, "call" | "id" | "terms" | "state" | "phase" | "entry">;

export interface CourtAnswer {
  /** In the words of fix/2. */
  readonly status: string;
  readonly ruling: JsonObject | null;
  readonly message: string;
}

export async function courtAnswer(asking: Asking): Promise<CourtAnswer> {
  const { call, id, state, entry } = asking;
  const given = await answerIn(call, id, entry.seq);
  if (given !== null) return viewOf(asking, given);
  const rulings = state.rulings.length;
  const isAnswered = (now: StoredContract): boolean =>
    now.state.rulings.length > rulings || now.state.case === null || isEnded(now.state.phase);
  const now = await call.hold("party", call.settings.limits.holdMs, (signal) =>
    call.market.until(id, isAnswered, signal),
  );
  const answer = await answerIn(call, id, entry.seq);
  if (answer !== null) return viewOf(asking, answer);
  return (now === null ? null : await unwrittenRuling(call, now)) ?? pending(asking);
}

/** A check that was run again and the votes of a panel decide without an entry of their own for it. */
async function unwrittenRuling(
  { market, pause }: ActCall,
  { state }: StoredContract,
): Promise<CourtAnswer | null> {
  if (state.phase !== "ruled" && state.phase !== "resolved") return null;
  const transcript = await market.transcript(state.id, pause);
  const ruling = rulingView(state, transcript?.entries ?? []);
  return { status: statusOf(state.phase), ruling, message: "" };
}

/** The ruling itself, as clients expect it, or the status of the case. */
export async function rulingOrStatus(asking: Asking): Promise<JsonObject> {
  const { status, ruling, message } = await courtAnswer(asking);
  return ruling === null ? noRuling(asking, status, message) : { status, ...ruling };
}

export function noRuling(
  { state }: Pick<Asking, "state">,
  status: string,
  message: string,
): JsonObject {
  const court = state.case?.bench ?? null;
  const isVoided = status === "voided";
  return {
    status,
    outcome: isVoided ? "voided" : null,
    reasoning: message,
    court,
    level: court === null ? null : levelOf(court),
    final: isVoided,
    can_appeal: false,
    next_court: null,
    next_fee: null,
    flags: [],
    message,
  };
}

interface Given {
  readonly entry: Entry;
  /** The ruling in force: the entry itself, or the one that it makes final. */
  readonly ruling: Entry | null;
}

const ANSWERS: ReadonlySet<string> = new Set(["ruling", "ruling_final", "voided", "resume"]);

async function answerIn(call: ActCall, id: ContractId, seq: number): Promise<Given | null> {
  const transcript = await call.market.transcript(id, call.pause);
  const entries = transcript?.entries ?? [];
  const entry = entries.slice(seq + 1).find(({ type }) => ANSWERS.has(type));
  if (entry === undefined) return null;
  const ruling = entries.slice(0, entry.seq + 1).findLast(({ type }) => type === "ruling");
  return { entry, ruling: ruling ?? null };
}

function viewOf({ terms, state }: Asking, { entry, ruling }: Given): CourtAnswer {
  if (entry.type === "resume") {
    return { status: statusOf("in_progress"), ruling: null, message: "The halt was lifted." };
  }
  if (ruling === null || entry.type === "voided") {
    const message =
      "The court did not rule in time. Deposits are returned, less a platform fee if one is due.";
    return { status: "voided", ruling: null, message };
  }
  const said = rulingOf(ruling);
  const last = tiersOf(terms.court).at(-1);
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

function pending({ id, phase }: Asking): CourtAnswer {
  const message = `No ruling yet. See GET /contracts/${contractAlias(id)}/ruling.`;
  return { status: statusOf(phase), ruling: null, message };
}
