/** How a principal treated this agent on one contract, read from its verified transcript. */
import type { Contract } from "@bazaar/doors/connection";
import type { Entry, Party } from "@bazaar/kernel";
import { isFree } from "./filter.ts";
import { rejectionIn } from "./work/rejection.ts";

export const CONDUCTS = [
  /** The fix was accepted. */
  "paid",
  /** It reported a failure without evidence, or against its own. */
  "lied",
  /** A court ruled against it. */
  "lost_dispute",
  /** It left a command or a fix without an answer. */
  "silent",
  /** It canceled after it had seen a fix. */
  "canceled",
  /** It rejected every fix, with evidence. */
  "rejected",
] as const;

export type Conduct = (typeof CONDUCTS)[number];

const AGAINST_PRINCIPAL = ["fulfilled", "evil_principal", "evil_both"];

/** Null if the contract says nothing about its principal. */
export function conductIn(contract: Contract, agent: Party): Conduct | null {
  const { state, transcript } = contract;
  const { phase, terms } = state;
  const taken = transcript.entries.findLastIndex(
    ({ type, author }) => author === agent && (type === "bond" || type === "accept"),
  );
  const entries = transcript.entries.slice(Math.max(0, taken));
  if (isFree(terms)) {
    if (wasSilent(entries)) return "silent";
    return phase === "fulfilled" ? "paid" : null;
  }
  if (phase === "fulfilled") return "paid";
  if (phase === "resolved") {
    const outcome = state.rulings.at(-1)?.outcome ?? "";
    if (AGAINST_PRINCIPAL.includes(outcome)) return "lost_dispute";
    if (outcome !== "impossible") return null;
  }
  if (wasSilent(entries)) return "silent";
  const rejection = rejectionIn(contract, agent);
  if (rejection === null) return null;
  if (rejection.support !== "supported") return "lied";
  return entries.some(({ type }) => type === "cancel") ? "canceled" : "rejected";
}

/** The deadline of a command passed, or that of a verification and nothing came after it either. */
function wasSilent(entries: readonly Entry[]): boolean {
  if (
    entries.some(({ type, data }) => type === "auto_cancel" && data.reason === "principal_silent")
  )
    return true;
  const review = entries.findLastIndex(({ type }) => type === "review_opened");
  return review >= 0 && entries.slice(review).some(({ type }) => type === "auto_fulfill");
}
