/**
 * The record of a dispute about a job, from the contract's state and entries.
 *
 * It is about what the buyer showed when the case was opened; what was shown or run later answers that, and
 * does not change it. Nothing is resolved while a ruling can still be appealed.
 */
import {
  BTC,
  type ContractState,
  contractAlias,
  type Entry,
  isEnded,
  isJsonObject,
  type JsonObject,
  type Leg,
  namedChecks,
  type Row,
  type Terms,
  verificationResult,
} from "@bazaar/kernel";
import { secondsOrNull } from "../views/seconds.ts";
import { isLateResult, triggerOf } from "./dispute-trigger.ts";
import { providerOf } from "./job-view.ts";
import { evidenceIn } from "./verification.ts";

export const WINNERS = ["buyer", "provider", "split"] as const;
export const DISPUTE_STATES = ["open", "provider_responded", "under_review", "resolved"] as const;
export const FILERS = ["buyer", "provider", "market"] as const;

type Winner = (typeof WINNERS)[number];

/** Null if the job has never been in dispute, or the case was dropped. */
export function disputeRecord(
  state: ContractState,
  entries: readonly Entry[],
  legs: readonly Leg[],
): JsonObject | null {
  // The filer is noted in the outcome of every case, and a case that was dropped is gone.
  if (state.case === null && (state.outcome?.filer ?? null) === null) return null;
  const opened = openingOf(entries);
  const handedIn = entries.findLastIndex(({ type }) => type === "fix");
  const about = aboutOf(state.terms, entries.slice(Math.max(0, handedIn)), opened);
  const isLate = isLateResult(state.terms.work.spec, entries[handedIn]);
  const shown = verificationResult(about.steps, about.evidence);
  return {
    job_id: contractAlias(state.id),
    filed_by: filerOf(state.terms, entries[opened]),
    trigger: triggerOf({ ...about, isLate }),
    evidence_hash: shown.evidence_hash ?? null,
    checks: shown.checks ?? [],
    buyer_pubkey: state.terms.principal,
    provider_pubkey: providerOf(state),
    status: statusOf(state),
    respond_by: state.phase === "awaiting_response" ? secondsOrNull(state.deadline?.atMs) : null,
    counter_evidence_hash: counterHash(state.terms, entries.slice(opened)),
    automatic: automaticOf(state.terms, entries.slice(opened)),
    rulings: state.rulings.map(({ bench, outcome }) => ({ bench, outcome })),
    resolution: resolutionOf(state, entries, legs),
  };
}

/** Where the last case begins. A buyer that says nothing is asked by the market itself. */
function openingOf(entries: readonly Entry[]): number {
  const filed = entries.findLastIndex(({ type }) => type === "dispute_filed" || type === "halt");
  return filed === -1 ? entries.findIndex(({ type }) => type === "in_absentia") : filed;
}

function filerOf({ principal }: Terms, opening: Entry | undefined): (typeof FILERS)[number] {
  if (opening?.type === "in_absentia") return "market";
  return opening?.author === principal ? "buyer" : "provider";
}

/** The buyer's last evidence about this result; of a silent buyer, what the market found. */
function aboutOf({ principal, checks }: Terms, since: readonly Entry[], opened: number) {
  const byBuyer = since.filter(({ seq, author }) => seq <= opened && author === principal);
  const evidence =
    evidenceIn(byBuyer) ?? evidenceIn(since.filter(({ type }) => type === "checked"));
  return { evidence, steps: checks.flatMap((check) => namedChecks(check, evidence ?? {})) };
}

function counterHash({ principal }: Terms, since: readonly Entry[]): string | null {
  const answers = since.filter(
    ({ type, author }) =>
      author !== principal && (type === "dispute_filed" || type === "dispute_response"),
  );
  return hashOf(evidenceIn(answers));
}

/** The check that the market ran again; null before that. */
function automaticOf({ checks }: Terms, since: readonly Entry[]): JsonObject | null {
  const run = since.findLast(({ type }) => type === "checked");
  if (run === undefined) return null;
  const evidence = evidenceIn([run]);
  const failed = checks
    .flatMap((check) => namedChecks(check, evidence ?? {}))
    .find(({ verdict }) => verdict === run.data.verdict && verdict !== "pass");
  const { reason } = evidence ?? {};
  const step =
    failed === undefined ? null : [failed.name, failed.details].filter(Boolean).join(": ");
  return {
    verdict: run.data.verdict ?? null,
    evidence_hash: hashOf(evidence),
    reason: typeof reason === "string" ? reason : step,
  };
}

function hashOf(evidence: JsonObject | null): string | null {
  const { evidence_hash: hash } = verificationResult([], evidence);
  return typeof hash === "string" ? hash : null;
}

function statusOf({ phase, case: open, rulings }: ContractState): (typeof DISPUTE_STATES)[number] {
  if (isEnded(phase)) return "resolved";
  // An appeal waits for an answer again, but not for the first one.
  if (phase === "awaiting_response" && rulings.length === 0) return "open";
  const isAutomatic = phase === "deliberating" && open?.bench === "replay";
  return isAutomatic && open.isAnswered ? "provider_responded" : "under_review";
}

const WINNER_OF: Readonly<Partial<Record<Row, Winner>>> = {
  ruled_fulfilled: "provider",
  ruled_evil_principal: "provider",
  ruled_canceled: "buyer",
  ruled_evil_agent: "buyer",
  ruled_evil_both: "buyer",
};

/** What a dispute does to the provider's standing: losing costs more than winning earns. */
const REPUTATION: Readonly<Record<Winner, bigint>> = { buyer: -10n, provider: 5n, split: -5n };

/** Nobody was found at fault. */
const NO_FAULT: readonly Row[] = ["voided", "ruled_impossible"];

function resolutionOf(
  { outcome, phase }: ContractState,
  entries: readonly Entry[],
  legs: readonly Leg[],
): JsonObject | null {
  if (outcome === null || !isEnded(phase)) return null;
  const winner = WINNER_OF[outcome.row] ?? "split";
  return {
    winner,
    reasoning: reasoningIn(entries, outcome.row),
    provider_reputation_delta: NO_FAULT.includes(outcome.row) ? 0n : REPUTATION[winner],
    refund_sats: winner === "provider" ? null : refundedSats(legs),
  };
}

const RUN_AGAIN: Readonly<Record<string, string>> = {
  pass: "The check was run again, and passed.",
  fail: "The check was run again, and failed.",
  no_verdict: "The check was run again without a verdict.",
};

/** Whoever decided last: a judge, or the check that was run again. */
function reasoningIn(entries: readonly Entry[], row: Row): string {
  if (row === "voided") return "The court did not rule.";
  const last = entries.findLast(({ type }) => type === "ruling" || type === "checked");
  if (last === undefined) return "";
  const { reasoning, verdict, evidence } = last.data;
  if (typeof reasoning === "string") return reasoning;
  const reason = isJsonObject(evidence) ? evidence.reason : null;
  const words = RUN_AGAIN[String(verdict)] ?? "";
  return typeof reason === "string" ? `${words} ${reason}` : words;
}

/** Whole sats that went back to the buyer; null where the money is not bitcoin. */
function refundedSats(legs: readonly Leg[]): bigint | null {
  const back = legs.filter(({ to, asset }) => to.role === "principal" && asset.code === BTC.code);
  const [first] = back;
  if (first === undefined) return null;
  const units = back.reduce((sum, { amount }) => sum + amount, 0n);
  // A part of a sat stays in the exact payouts.
  return units / 10n ** BigInt(Math.max(0, first.asset.decimals - SAT_DECIMALS));
}

const SAT_DECIMALS = 8;
