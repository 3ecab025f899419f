/** Lists of jobs over HTTP. */
import { type Fields, fields, type Json } from "@bazaar/kernel";
import type { JobFilter, JobPage, ListedJob } from "../../connection/market-reads.ts";
import { checked } from "./reads.ts";

const MAX_WORD = 200;
const MAX_PAGE = 200;

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
