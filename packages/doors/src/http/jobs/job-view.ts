/** A job as its buyer and its provider see it: the contract in the words of jobs. */
import { type ContractState, contractAlias, formatAmount, type JsonObject } from "@bazaar/kernel";
import type { StoredContract } from "@bazaar/market/ports";
import { z } from "zod";
import { count, decimal, hash, party, seconds } from "../shapes.ts";
import { payPot } from "../views/money.ts";
import { secondsOf, secondsOrNull } from "../views/seconds.ts";
import { PAYMENT_STATES, paymentOf } from "./payment.ts";

export const JOB = z.object({
  job_id: z.string().describe("Short id, 32 hex digits."),
  contract_id_full: hash,
  schema_id: z.string(),
  schema_version: z.string(),
  job_hash: z.string(),
  phase: z.string(),
  buyer_pubkey: party,
  provider_pubkey: party.nullable().describe("Who does it, or who alone may."),
  budget: z.object({ amount: decimal, currency: z.string() }).nullable(),
  price: decimal.nullable().describe("What was agreed, at most the budget."),
  attempts: count.describe("How many results were rejected."),
  payment: z.object({ status: z.enum(PAYMENT_STATES) }).catchall(z.unknown()),
  deadline: seconds.nullable(),
  created_at: seconds,
  updated_at: seconds,
  job: z.record(z.string(), z.unknown()).describe("The document as posted."),
});

export function jobView({ state, postedMs }: StoredContract): JsonObject {
  const { terms } = state;
  const { schema_id, schema_version, job_hash } = terms.work.spec;
  return {
    job_id: contractAlias(state.id),
    contract_id_full: state.id,
    schema_id: schema_id ?? null,
    schema_version: schema_version ?? null,
    job_hash: job_hash ?? null,
    phase: state.phase,
    buyer_pubkey: terms.principal,
    provider_pubkey: providerOf(state),
    ...moneyOf(state),
    attempts: BigInt(state.seat?.attempts ?? 0),
    payment: paymentOf(state),
    deadline: secondsOrNull(state.deadline?.atMs),
    created_at: secondsOf(postedMs),
    updated_at: secondsOf(state.receivedMs),
    job: terms.document,
  };
}

export function providerOf({ seat, terms }: ContractState): string | null {
  return seat?.agent ?? terms.agent;
}

function moneyOf({ terms, price }: ContractState): JsonObject {
  const pot = payPot(terms);
  if (pot === null) return { budget: null, price: null };
  const { asset, bounty } = pot;
  return {
    budget: { amount: formatAmount(bounty, asset), currency: asset.code },
    price: price === null ? null : formatAmount(price, asset),
  };
}
