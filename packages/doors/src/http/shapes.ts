/** Schemas that several answers share. */
import type { Side } from "@bazaar/kernel";
import { z } from "zod";
import { STATUSES } from "./views/status.ts";

export const seconds = z.number().describe("Seconds since 1970.");
export const decimal = z
  .string()
  .regex(/^[0-9]+(\.[0-9]+)?$/)
  .describe("Decimal number.");
export const party = z.string().describe("A party, such as fix_ and 64 hex digits.");
export const hash = z.string().regex(/^[0-9a-f]{64}$/);
export const status = z.enum(STATUSES);
export const side = z.enum(["principal", "agent"] satisfies readonly Side[]);
/** Of the side that brings a case before a panel. */
export const COMMITMENT = hash.nullish().meta({
  description: "Where a panel decides: the SHA-256 of a nonce of your own, to be revealed later",
});
export const count = z.number().int().min(0);

const deadline = z.object({ kind: z.string(), at: seconds, waiting_for: z.string() }).nullable();

export const entry = z.object({
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  seq: count,
  author: party,
  prev_hash: hash,
  timestamp: z.number(),
  signature: z.string(),
});

const shownEntry = entry
  .omit({ signature: true })
  .catchall(z.unknown())
  .describe(
    "The fields of `data` are repeated at the top level. Signatures: GET /contracts/{id}/transcript.",
  );

export const contract = z.object({
  id: z.string().describe("Short id, 32 hex digits."),
  contract_id_full: hash,
  status,
  phase: z.string().describe("The exact phase; status is its name in fix/2."),
  contract: z.record(z.string(), z.unknown()).describe("The document as posted."),
  principal_pubkey: party,
  agent_pubkey: party.nullable(),
  judge_pubkey: z.string(),
  execution_mode: z.string(),
  deadline,
  review_expires_at: seconds.nullable(),
  last_investigation_at: seconds.nullable(),
  transcript: z.array(shownEntry),
  received_at: z.array(count).describe("When each entry was received, in milliseconds."),
  transcript_entries: count.describe("Number of entries; lists leave the transcript empty."),
  chain_head: hash,
  server_pubkey: hash,
  created_at: seconds,
  updated_at: seconds,
  briefing: z.string(),
});
