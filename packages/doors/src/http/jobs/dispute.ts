/** The dispute about a job as a record: what it is about, where it stands, and how it ended. */
import {
  BTC,
  type ContractState,
  contractAlias,
  type Entry,
  isEnded,
  isJsonObject,
  type JsonObject,
  type Leg,
  type Row,
  refuse,
  transcriptLength,
  verificationResult,
} from "@bazaar/kernel";
import { z } from "zod";
import { answer, publicRead } from "../endpoint.ts";
import { transcriptOf } from "../reads/contract.ts";
import { findContract } from "../reads/find-contract.ts";
import { count, party } from "../shapes.ts";
import { disputedEvidence, disputedSteps, TRIGGERS, triggerOf } from "./dispute-trigger.ts";
import { isJob } from "./is-job.ts";
import { providerOf } from "./job-view.ts";

const WINNERS = ["buyer", "provider", "split"] as const;
const STATUSES = ["open", "provider_responded", "under_review", "resolved"] as const;

type Winner = (typeof WINNERS)[number];
type DisputeStatus = (typeof STATUSES)[number];

export const getDispute = publicRead({
  path: "/jobs/{id}/dispute",
  summary: "The dispute about a job; null if there was none",
  tag: "jobs",
  answer: z
    .object({
      job_id: z.string(),
      trigger: z.enum(TRIGGERS),
      evidence_hash: z
        .string()
        .nullable()
        .describe("Of the last evidence, as receipts name it; null if there is none."),
      checks: z.array(
        z.object({ name: z.string(), passed: z.boolean(), details: z.string().nullable() }),
      ),
      buyer_pubkey: party,
      provider_pubkey: party.nullable(),
      status: z.enum(STATUSES),
      resolution: z
        .object({
          winner: z.enum(WINNERS),
          reasoning: z.string(),
          provider_reputation_delta: z.number().int(),
          refund_sats: count.nullable(),
        })
        .nullable(),
    })
    .nullable(),
  run: async ({ market, name, pause, reserve }) => {
    const found = await findContract(market, name);
    if (!found.ok) return found;
    const { state, chain } = found.value;
    if (!isJob(state.terms)) return refuse({ code: "unknown_contract", contract: name });
    const refused = reserve(transcriptLength(state));
    if (refused !== null) return refused;
    const transcript = await transcriptOf(market, found.value, pause);
    const entries = transcript.entries.slice(0, chain.seq);
    if (!entries.some(({ type }) => OPENING.has(type))) return answer(null);
    const legs = (await market.payouts(state.id)).map(({ leg }) => leg);
    return answer(disputeView(state, entries, legs));
  },
});

/** A buyer that says nothing is asked by the market itself. */
const OPENING: ReadonlySet<string> = new Set(["dispute_filed", "halt", "in_absentia"]);

function disputeView(
  state: ContractState,
  entries: readonly Entry[],
  legs: readonly Leg[],
): JsonObject {
  const evidence = disputedEvidence(entries);
  const steps = disputedSteps(state.terms, evidence);
  const { checks, evidence_hash } = verificationResult(steps, evidence);
  return {
    job_id: contractAlias(state.id),
    trigger: triggerOf(steps, isLate(entries)),
    evidence_hash: evidence_hash ?? null,
    checks: checks ?? [],
    buyer_pubkey: state.terms.principal,
    provider_pubkey: providerOf(state),
    status: statusOf(state),
    resolution: resolutionOf(state, entries, legs),
  };
}

/** The provider itself says that it ran out of time. */
function isLate(entries: readonly Entry[]): boolean {
  const fix = entries.findLast(({ type }) => type === "fix")?.data.fix;
  return typeof fix === "string" && /"status":\s*"timeout"/.test(fix);
}

function statusOf({ phase, case: open }: ContractState): DisputeStatus {
  if (isEnded(phase) || phase === "ruled") return "resolved";
  if (phase === "deliberating" || phase === "halted") return "under_review";
  return open?.isAnswered === true ? "provider_responded" : "open";
}

const WINNER_OF: Readonly<Partial<Record<Row, Winner>>> = {
  fulfilled: "provider",
  ruled_fulfilled: "provider",
  ruled_evil_principal: "provider",
  canceled: "buyer",
  ruled_canceled: "buyer",
  ruled_evil_agent: "buyer",
  ruled_evil_both: "buyer",
};

/** What a dispute does to the provider's standing: losing costs more than winning earns. */
const REPUTATION: Readonly<Record<Winner, bigint>> = { buyer: -10n, provider: 5n, split: -5n };

function resolutionOf(
  { outcome, rulings, phase }: ContractState,
  entries: readonly Entry[],
  legs: readonly Leg[],
): JsonObject | null {
  const row = outcome?.row ?? (phase === "ruled" ? ruledRow(rulings.at(-1)?.outcome) : null);
  if (row === null) return null;
  const winner = WINNER_OF[row] ?? "split";
  return {
    winner,
    reasoning: reasoningIn(entries),
    provider_reputation_delta: REPUTATION[winner],
    refund_sats: winner === "provider" ? null : refundedSats(legs),
  };
}

function ruledRow(outcome: string | undefined): Row | null {
  return outcome === undefined ? null : (`ruled_${outcome}` as Row);
}

/** Whoever decided last: a judge, or the check that was run again. */
function reasoningIn(entries: readonly Entry[]): string {
  const last = entries.findLast(({ type }) => type === "ruling" || type === "checked");
  if (last === undefined) return "";
  const { reasoning, verdict, evidence } = last.data;
  if (typeof reasoning === "string") return reasoning;
  const reason = isJsonObject(evidence) ? evidence.reason : null;
  return typeof reason === "string" ? reason : `The check was run again: ${String(verdict)}.`;
}

/** Whole sats that went back to the buyer; null where the money is not bitcoin. */
function refundedSats(legs: readonly Leg[]): bigint | null {
  const back = legs.filter(({ to, asset }) => to.role === "principal" && asset.code === BTC.code);
  const [first] = back;
  if (first === undefined) return null;
  const msats = back.reduce((sum, { amount }) => sum + amount, 0n);
  // A part of a sat stays in the exact payouts.
  return msats / 10n ** BigInt(Math.max(0, first.asset.decimals - SAT_DECIMALS));
}

const SAT_DECIMALS = 8;
