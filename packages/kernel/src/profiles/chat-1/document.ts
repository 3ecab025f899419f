/**
 * The document of a proposal: the message as it was sent, and the key of the agent it names.
 *
 * Fields that are not listed here are kept and have no effect.
 */
import { type Fields, fields } from "../../canonical/fields.ts";
import { Float, type JsonObject } from "../../canonical/json.ts";
import { MAX_TASK_SECONDS } from "../../contract/terms.ts";
import type { Party } from "../../identity/party.ts";
import { accept, type Result, refuse } from "../../refusal.ts";

export interface ProposalDocument {
  readonly agent: Party;
  readonly task: string;
  /** Decimal text; null if the message has none. */
  readonly amount: string | null;
  /** A currency that the market does not hold is only words. */
  readonly currency: string | null;
  readonly expiresSeconds: number | null;
  readonly stake: number;
}

const MAX_TEXT = 50_000;
const MAX_NAME = 200;
const MAX_STAKE = 1_000_000;

export function parseProposal(json: JsonObject): Result<ProposalDocument> {
  const read = fields(json, "proposal");
  const proposal: ProposalDocument = {
    agent: read.party("agent"),
    task: read.string("task", { min: 1, max: MAX_TEXT }),
    amount: read.optional("amount", (name) => readAmount(read, name)),
    currency: read.optional("currency", (name) => read.string(name, { max: MAX_NAME })),
    expiresSeconds: read.optional("expires", (name) => readSeconds(read, name)),
    stake: read.optional("elo_stake", (name) => read.integer(name, { max: MAX_STAKE })) ?? 0,
  };
  if (read.problem !== null) return refuse({ code: "malformed_terms", ...read.problem });
  return accept(proposal);
}

/** Chat writes amounts as numbers, in the shortest form that JavaScript prints. */
function readAmount(read: Fields, name: string): string {
  const number = read.number(name);
  return String(number instanceof Float ? number.value : number);
}

/** A part of a second counts as a whole one. */
function readSeconds(read: Fields, name: string): number {
  const number = read.number(name);
  const seconds = Math.ceil(number instanceof Float ? number.value : Number(number));
  if (seconds >= 1 && seconds <= MAX_TASK_SECONDS) return seconds;
  read.fault(name, `expected 1 to ${MAX_TASK_SECONDS} seconds`);
  return 1;
}
