/**
 * Facts that a transcript proves by itself. The facts judge rules on them alone; a model gets them
 * outside the parties' own text.
 */
import {
  type Bench,
  isJsonObject,
  isSupported,
  type Json,
  type JsonObject,
  MAX_COMMITTED,
  openedCommitment,
  type Side,
  shownVerdict,
  type Terms,
  type Verdict,
} from "@bazaar/kernel";
import { type Case, lastVerification } from "./open-case.ts";
import type { Author, RecordedEntry } from "./read-record.ts";

export interface Verification {
  readonly seq: number;
  readonly isSuccess: boolean;
  /** Whether its evidence says anything that the checks ask about. */
  readonly isSupported: boolean;
  /** The agreed checks applied to the principal's own evidence; null for all but the last. */
  readonly verdict: Verdict | null;
}

/** A withheld output that a side showed to the court. */
export interface OpenedOutput {
  readonly seq: number;
  readonly by: Author;
  /** The verification that had committed to it, and what the checks say with it; null if none had. */
  readonly of: { readonly seq: number; readonly verdict: Verdict } | null;
}

export interface RecordedFacts {
  /** The fixes of this agent, oldest first. */
  readonly fixSeqs: readonly number[];
  readonly verifications: readonly Verification[];
  readonly opened: readonly OpenedOutput[];
  /** The court's own re-run of the check on the last fix. */
  readonly rerun: { readonly seq: number; readonly verdict: Verdict } | null;
  /** Commands of the agent that the principal left without a result. */
  readonly openCommands: number;
  readonly filer: Side | null;
  /** The side that had a window to answer in and let it pass. */
  readonly silentSide: Side | null;
  readonly rulings: readonly { readonly bench: Bench; readonly outcome: string }[];
}

/** The acts that may open a withheld output. */
const ARGUING: ReadonlySet<string> = new Set(["dispute_filed", "dispute_response", "appeal"]);

export function recordedFacts({ record, verdict }: Case): RecordedFacts {
  const { state, entries, seatSeq } = record;
  const seated = entries.filter(({ seq }) => seq >= seatSeq);
  const fixSeqs = seated
    .filter(({ type, by }) => type === "fix" && by === "agent")
    .map(({ seq }) => seq);
  const lastFix = fixSeqs.at(-1) ?? Number.POSITIVE_INFINITY;
  const checked = seated.findLast(({ type, seq }) => type === "checked" && seq > lastFix);
  const verifications = seated.filter(({ type }) => type === "verify");
  const argued = seated.filter(({ type }) => ARGUING.has(type));
  const open = state.case;
  const judged = lastVerification(record);
  const isSilent = open !== null && open.frozen === null && !open.isAnswered;
  return {
    fixSeqs,
    verifications: verifications.map((entry) => ({
      seq: entry.seq,
      isSuccess: entry.data.success === true,
      isSupported: isSupported(state.terms.checks, evidenceIn(entry)),
      verdict: entry === judged ? verdict : null,
    })),
    opened: argued.flatMap((entry) => openedIn(state.terms, verifications, entry)),
    rerun: checked === undefined ? null : { seq: checked.seq, verdict: verdictOf(checked) },
    openCommands: state.seat?.pending.length ?? 0,
    filer: open?.filer ?? null,
    silentSide: isSilent ? otherSide(open.leader) : null,
    rulings: state.rulings,
  };
}

function evidenceIn({ data: { evidence } }: RecordedEntry): JsonObject | null {
  return isJsonObject(evidence) ? evidence : null;
}

/** Evidence in a case that carries an output and a salt. */
function openedIn(
  { checks }: Terms,
  verifications: readonly RecordedEntry[],
  { seq, by, data }: RecordedEntry,
): readonly OpenedOutput[] {
  const { evidence } = data;
  if (!isJsonObject(evidence) || evidence.salt === undefined) return [];
  const commitment = openedCommitment(evidence);
  const withheld = verifications.findLast(
    ({ data: { evidence: committed } }) =>
      isJsonObject(committed) && committed.output_commitment === commitment,
  );
  const committed = withheld?.data.evidence;
  if (commitment === null || withheld === undefined || !isJsonObject(committed)) {
    return [{ seq, by, of: null }];
  }
  const output = String(evidence.output);
  // A longer output was cut to this length before.
  const shown = { ...committed, output, is_cut: output.length === MAX_COMMITTED };
  return [{ seq, by, of: { seq: withheld.seq, verdict: shownVerdict(checks, shown) } }];
}

function verdictOf({ data }: RecordedEntry): Verdict {
  const verdict: Json | undefined = data.verdict;
  return verdict === "pass" || verdict === "fail" ? verdict : "no_verdict";
}

function otherSide(side: Side): Side {
  return side === "principal" ? "agent" : "principal";
}
