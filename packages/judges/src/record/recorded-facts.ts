/**
 * Facts that a transcript proves by itself. The facts judge rules on them alone; a model gets them
 * outside the parties' own text.
 */
import {
  type Bench,
  isJsonObject,
  type Json,
  judgeAll,
  type Side,
  type Terms,
  type Verdict,
} from "@bazaar/kernel";
import type { CaseRecord, RecordedEntry } from "./read-record.ts";

export interface Verification {
  readonly seq: number;
  readonly isSuccess: boolean;
  /** The agreed checks applied to the principal's own evidence. */
  readonly verdict: Verdict;
}

export interface RecordedFacts {
  /** The fixes of this agent, oldest first. */
  readonly fixSeqs: readonly number[];
  readonly verifications: readonly Verification[];
  /** The court's own re-run of the check on the last fix. */
  readonly rerun: { readonly seq: number; readonly verdict: Verdict } | null;
  /** Commands of the agent that the principal left without a result. */
  readonly openCommands: number;
  readonly filer: Side | null;
  /** The side that had a window to answer in and let it pass. */
  readonly silentSide: Side | null;
  readonly rulings: readonly { readonly bench: Bench; readonly outcome: string }[];
}

export function recordedFacts({ state, entries, seatSeq }: CaseRecord): RecordedFacts {
  const seated = entries.filter(({ seq }) => seq >= seatSeq);
  const fixSeqs = seated
    .filter(({ type, by }) => type === "fix" && by === "agent")
    .map(({ seq }) => seq);
  const lastFix = fixSeqs.at(-1) ?? Number.POSITIVE_INFINITY;
  const checked = seated.findLast(({ type, seq }) => type === "checked" && seq > lastFix);
  const open = state.case;
  const isSilent = open !== null && open.frozen === null && !open.isAnswered;
  return {
    fixSeqs,
    verifications: seated
      .filter(({ type }) => type === "verify")
      .map((entry) => verificationOf(state.terms, entry)),
    rerun: checked === undefined ? null : { seq: checked.seq, verdict: verdictOf(checked) },
    openCommands: state.seat?.pending.length ?? 0,
    filer: open?.filer ?? null,
    silentSide: isSilent ? otherSide(open.leader) : null,
    rulings: state.rulings,
  };
}

function verificationOf({ checks }: Terms, { seq, data }: RecordedEntry): Verification {
  const isSuccess = data.success === true;
  const { evidence } = data;
  if (!isJsonObject(evidence)) return { seq, isSuccess, verdict: "no_verdict" };
  // One run gives one exit code and one output; every check reads its own part of it.
  const verdict = judgeAll(
    checks,
    checks.map(() => evidence),
  );
  return { seq, isSuccess, verdict };
}

function verdictOf({ data }: RecordedEntry): Verdict {
  const verdict: Json | undefined = data.verdict;
  return verdict === "pass" || verdict === "fail" ? verdict : "no_verdict";
}

function otherSide(side: Side): Side {
  return side === "principal" ? "agent" : "principal";
}
