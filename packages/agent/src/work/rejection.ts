/**
 * The principal's last rejection of this agent's work, what the record says about it, and whether
 * a court is worth asking.
 */
import type { Contract } from "@bazaar/doors/connection";
import {
  type Entry,
  isJsonObject,
  isSupported,
  type Json,
  judgeOf,
  type Party,
  shownVerdict,
  type Terms,
} from "@bazaar/kernel";

export interface Rejection {
  readonly fix: Entry;
  /** The failed verification, or the rejection in review. */
  readonly verdict: Entry;
  readonly support: Support;
}

/** What the evidence does for the rejection; `unsupported` is a failure that nothing shows. */
export type Support = "supported" | "unsupported" | "contradicted";

/** The rejection of this agent's last fix; null if there is none, or it is not judged yet. */
export function rejectionIn(contract: Contract, agent: Party): Rejection | null {
  const rejected = rejectedIn(contract, agent);
  if (rejected === null) return null;
  return { ...rejected, support: supportOf(contract.state.terms, rejected.verdict.data.evidence) };
}

/** The same for one contract as it goes on. Judging evidence takes time, so each is judged once. */
export function rejectionReader(agent: Party): (contract: Contract) => Rejection | null {
  let last: Rejection | null = null;
  return (contract) => {
    const seq = rejectedIn(contract, agent)?.verdict.seq;
    if (seq !== last?.verdict.seq) last = rejectionIn(contract, agent);
    return last;
  };
}

function rejectedIn({ transcript }: Contract, agent: Party): Omit<Rejection, "support"> | null {
  const { entries } = transcript;
  const fix = entries.findLast(({ type, author }) => type === "fix" && author === agent);
  if (fix === undefined) return null;
  const verdict = entries.slice(fix.seq + 1).findLast(isRejection);
  return verdict === undefined ? null : { fix, verdict };
}

function isRejection({ type, data }: Entry): boolean {
  return type === "review_reject" || (type === "verify" && data.success === false);
}

function supportOf({ checks }: Terms, evidence: Json | undefined): Support {
  const shown = isJsonObject(evidence) ? evidence : {};
  if (shownVerdict(checks, shown) === "pass") return "contradicted";
  return isSupported(checks, shown) ? "supported" : "unsupported";
}

/**
 * A rejection against the principal's own evidence is always worth a case. One without evidence is
 * if the bounty is more than what a lost case costs.
 */
export function isWorthContesting({ state }: Contract, { support }: Rejection): boolean {
  const { court, pots } = state.terms;
  if (judgeOf(court) === null || pots.length === 0 || support === "supported") return false;
  return support === "contradicted" || pots.some(isMoreThanItsCourt);
}

function isMoreThanItsCourt(pot: Terms["pots"][number]): boolean {
  if (pot.schedule !== "symmetric-bond" && pot.schedule !== "court-fees") return false;
  return pot.bounty > (pot.tierFees[0] ?? 0n);
}
