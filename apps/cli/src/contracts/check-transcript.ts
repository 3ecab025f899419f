/**
 * Checks a transcript without trusting the market: chain, signatures and origins by the kernel, and the
 * payments of the last entry against those that the acts ordered.
 */
import {
  type ContractState,
  formatAmount,
  isJsonArray,
  isJsonObject,
  type Json,
  type Leg,
  parseTranscript,
  type Refusal,
  type Transcript,
  type Verify,
  verifyTranscript,
} from "@bazaar/kernel";
import { explainBreak } from "@bazaar/terminal";
import { onOneLine } from "./inert-lines.ts";
import { payoutsIn, replayTranscript } from "./replay-transcript.ts";

export type Checked =
  | { readonly holds: true; readonly facts: CheckedFacts }
  | { readonly holds: false; readonly problem: string };

export interface CheckedFacts {
  readonly transcript: Transcript;
  readonly state: ContractState;
  readonly payouts: readonly Leg[];
  /** Entries that the market signed for a party, with that party's signed message. */
  readonly origins: number;
}

export function checkTranscript(json: Json, verify: Verify): Checked {
  const transcript = parseTranscript(json);
  if (!transcript.ok) return { holds: false, problem: problemOf(transcript.refusal) };
  const state = verifyTranscript(transcript.value, verify);
  if (!state.ok) return { holds: false, problem: problemOf(state.refusal) };
  return checkPayouts(transcript.value, state.value, verify);
}

/** Of a transcript that was verified. */
export function checkPayouts(
  transcript: Transcript,
  state: ContractState,
  verify: Verify,
): Checked {
  const steps = replayTranscript(transcript, state.terms.platform, verify);
  const payouts = payoutsIn(steps);
  const origins = steps.filter(({ entry, by }) => by !== "server" && by !== entry.author).length;
  const last = transcript.entries.findLast(({ type }) => type === "settled");
  const problem = last === undefined ? null : paidProblem(last.data.legs, payouts);
  if (last !== undefined && problem !== null) {
    return { holds: false, problem: `entry ${last.seq} (settled): ${problem}` };
  }
  return { holds: true, facts: { transcript, state, payouts, origins } };
}

/** `settled` lists the payments; unexpected money that was sent back is listed too. */
function paidProblem(listed: Json | undefined, ordered: readonly Leg[]): string | null {
  if (!isJsonArray(listed)) return "it does not say what was paid";
  const paid = new Map<unknown, Json>();
  for (const leg of listed) {
    if (!isJsonObject(leg)) return "it lists a payment that cannot be read";
    if (leg.role !== "sender") paid.set(leg.leg, leg);
  }
  if (paid.size !== ordered.length) {
    return `it lists ${paid.size} payments where the acts ordered ${ordered.length}`;
  }
  return ordered.map((leg) => legProblem(leg, paid.get(leg.key))).find((it) => it !== null) ?? null;
}

function legProblem({ key, to, amount, asset }: Leg, paid: Json | undefined): string | null {
  if (!isJsonObject(paid)) return `it does not list payment ${key}`;
  const due = `${formatAmount(amount, asset)} ${asset.code} to ${to.party ?? to.role}`;
  const isAsOrdered =
    paid.role === to.role &&
    paid.amount === formatAmount(amount, asset) &&
    paid.asset === asset.code &&
    (to.party === null || paid.to === to.party);
  if (isAsOrdered) return null;
  const said = `${text(paid.amount)} ${text(paid.asset)} to ${text(paid.to)}`;
  return `the acts ordered ${due}, and it says ${said}`;
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? onOneLine(value) : "nothing";
}

const MAX_PROBLEM = 500;

function problemOf(refusal: Refusal): string {
  return onOneLine(explainBreak(refusal), MAX_PROBLEM);
}
