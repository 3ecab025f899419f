/** Jobs over HTTP: posting them once, and reading lists of them. */
import { randomUUID } from "node:crypto";
import {
  entryJson,
  type Fields,
  fields,
  type Json,
  type JsonObject,
  type Offer,
} from "@bazaar/kernel";
import type { Posted } from "../../connection/connection.ts";
import type { JobFilter, JobPage, ListedJob } from "../../connection/market-reads.ts";
import type { Answered } from "../../connection/market-refusal.ts";
import { wireText } from "../wire-text.ts";
import { checked } from "./reads.ts";
import { type Sender, send, signedTerms } from "./submit.ts";

const MAX_WORD = 200;
const MAX_PAGE = 200;
const PROMPT_MS = 30_000;

/** The market answers with the contract of this job, which may have been posted before. */
export async function submitJob(
  sender: Sender,
  document: JsonObject,
  offer: Offer,
  signal?: AbortSignal,
): Promise<Answered<Posted>> {
  const signed = signedTerms(sender, "job/1", document, offer);
  if (!signed.ok) return signed;
  const body = {
    job: document,
    principal_pubkey: sender.signer.party,
    chain_entry: entryJson(signed.value.entry),
  };
  const request = { path: "/jobs", body: wireText(body) };
  const answer = await send(sender, request, randomUUID(), PROMPT_MS, signal);
  if (!answer.ok) return answer;
  const id = checked(fields(answer.value, "job"), (read) => read.hex("contract_id_full", 64));
  const contract = await sender.reload(id, signal);
  return contract.ok ? { ok: true, value: { contract: contract.value, deposit: null } } : contract;
}

export function readJobs(json: Json): JobPage {
  return checked(fields(json, "jobs"), (read) => ({
    jobs: read.array("jobs", { max: MAX_PAGE }, (items, at) => readListed(items.object(at))),
    next: read.optional("next", (name) => read.hex(name, 64)),
  }));
}

function readListed(read: Fields): ListedJob {
  const word = (from: Fields, name: string): string => from.string(name, { max: MAX_WORD });
  return {
    id: read.hex("contract_id_full", 64),
    schemaId: word(read, "schema_id"),
    phase: word(read, "phase"),
    payment: word(read.object("payment"), "status"),
    buyer: read.party("buyer_pubkey"),
    provider: read.optional("provider_pubkey", (name) => read.party(name)),
    document: read.jsonObject("job"),
  };
}

export function jobQuery({ schemaId, ...filter }: JobFilter): string {
  const query = new URLSearchParams();
  if (schemaId !== undefined) query.set("schema_id", schemaId);
  for (const [name, value] of Object.entries(filter)) query.set(name, String(value));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
