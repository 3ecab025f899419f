/** The dispute about a job: what it is about, where it stands, and how it ended. */
import { refuse, transcriptLength } from "@bazaar/kernel";
import { z } from "zod";
import { answer, publicRead } from "../endpoint.ts";
import { transcriptOf } from "../reads/contract.ts";
import { findContract } from "../reads/find-contract.ts";
import { count, party, seconds } from "../shapes.ts";
import { DISPUTE_STATES, disputeRecord, FILERS, WINNERS } from "./dispute-record.ts";
import { TRIGGERS } from "./dispute-trigger.ts";
import { isJob } from "./is-job.ts";
import { CHECK_STEPS } from "./verification.ts";

const evidenceHash = z.string().nullable();

const RECORD = z.object({
  job_id: z.string(),
  filed_by: z.enum(FILERS).describe("The market asks for a buyer that says nothing."),
  trigger: z.enum(TRIGGERS),
  evidence_hash: evidenceHash.describe("Of what the buyer showed, as receipts name evidence."),
  checks: CHECK_STEPS,
  buyer_pubkey: party,
  provider_pubkey: party.nullable(),
  status: z.enum(DISPUTE_STATES),
  respond_by: seconds.nullable().describe("Until when an answer is awaited."),
  counter_evidence_hash: evidenceHash.describe("Of what the provider showed against it."),
  automatic: z
    .object({
      verdict: z.enum(["pass", "fail", "no_verdict"]),
      evidence_hash: evidenceHash,
      reason: z.string().nullable(),
    })
    .nullable()
    .describe("The check that the market ran again."),
  rulings: z.array(z.object({ bench: z.string(), outcome: z.string() })),
  resolution: z
    .object({
      winner: z.enum(WINNERS),
      reasoning: z.string(),
      provider_reputation_delta: z.number().int(),
      refund_sats: count.nullable(),
    })
    .nullable(),
});

export const getDispute = publicRead({
  path: "/jobs/{id}/dispute",
  summary: "The dispute about a job; null if there was none",
  tag: "jobs",
  answer: RECORD.nullable(),
  run: async ({ market, name, pause, reserve }) => {
    const found = await findContract(market, name);
    if (!found.ok) return found;
    const { state, chain } = found.value;
    if (!isJob(state.terms)) return refuse({ code: "unknown_contract", contract: name });
    const refused = reserve(transcriptLength(state));
    if (refused !== null) return refused;
    const transcript = await transcriptOf(market, found.value, pause);
    const legs = (await market.payouts(state.id)).map(({ leg }) => leg);
    return answer(disputeRecord(state, transcript.entries.slice(0, chain.seq), legs));
  },
});
