import {
  type ContractState,
  type CourtTerms,
  type Entry,
  formatAmount,
  isJsonArray,
  type Json,
  type JsonObject,
  type Ruling,
  TIERS,
  tiersOf,
} from "@bazaar/kernel";
import { z } from "zod";
import { count, decimal } from "../shapes.ts";
import { payPot } from "./money.ts";

export const RULING = z.object({
  status: z.string().optional(),
  outcome: z.string(),
  reasoning: z.string(),
  court: z.string(),
  level: count,
  final: z.boolean(),
  can_appeal: z.boolean(),
  next_court: z.string().nullable(),
  next_fee: decimal.nullable(),
  flags: z.array(z.string()),
  against: z.enum(["principal", "agent", "both", "nobody"]),
});

/** The level of a bench: 0 for the lowest tier and for anything below it. */
export function levelOf(bench: Ruling["bench"]): bigint {
  return BigInt(Math.max(0, (TIERS as readonly string[]).indexOf(bench)));
}

/** The fee of a tier; "0" if it is free. */
export function benchFee({ terms }: ContractState, bench: Ruling["bench"]): string {
  const pot = payPot(terms);
  if (pot === null || !("tierFees" in pot)) return "0";
  const fee = pot.tierFees[tierIndex(terms.court, bench)];
  return fee === undefined ? "0" : formatAmount(fee, pot.asset);
}

/** The bench that would hear an appeal; null after the last. */
function nextTier(court: CourtTerms, bench: Ruling["bench"]): Ruling["bench"] | null {
  // A bench below all tiers has index -1, so the first tier is next.
  return tiersOf(court)[tierIndex(court, bench) + 1] ?? null;
}

function tierIndex(court: CourtTerms, bench: Ruling["bench"]): number {
  return (tiersOf(court) as readonly string[]).indexOf(bench);
}

/** The last ruling in the form of fix/2; null before the first. */
export function rulingView(state: ContractState, entries: readonly Entry[]): JsonObject | null {
  const ruling = state.rulings.at(-1);
  if (ruling === undefined) return null;
  const data = rulingData(entries);
  const canAppeal = state.phase === "ruled";
  const next = canAppeal ? nextTier(state.terms.court, ruling.bench) : null;
  return {
    outcome: ruling.outcome,
    reasoning: reasoningOf(data),
    court: ruling.bench,
    level: levelOf(ruling.bench),
    final: state.phase === "resolved",
    can_appeal: canAppeal,
    next_court: next,
    next_fee: next === null ? null : benchFee(state, next),
    flags: flagsOf(ruling, data.flags),
    against: ruling.against,
  };
}

/** The data of the last ruling. A re-run of the check with a verdict is a ruling too. */
function rulingData(entries: readonly Entry[]): JsonObject {
  const last = entries.findLast(
    ({ type, data }) => type === "ruling" || (type === "checked" && data.verdict !== "no_verdict"),
  );
  return last?.data ?? {};
}

function reasoningOf({ reasoning, verdict }: JsonObject): string {
  if (typeof reasoning === "string") return reasoning;
  return typeof verdict === "string" ? `The check was run again: ${verdict}.` : "";
}

/** The judge's flags, and the side that acted in bad faith in any case. */
function flagsOf({ outcome }: Ruling, said: Json | undefined): readonly string[] {
  const flags = isJsonArray(said) ? said.filter((flag) => typeof flag === "string") : [];
  return [...new Set([...flags, ...badFaith(outcome)])];
}

function badFaith(outcome: Ruling["outcome"]): readonly string[] {
  if (outcome === "evil_both") return ["evil_agent", "evil_principal"];
  return outcome.startsWith("evil_") ? [outcome] : [];
}
