/** A schema job in the terms of a contract, as a worker gets it. */
import { fields, readJob, type Terms } from "@bazaar/kernel";
import type { JobRequest } from "./worker.ts";

/** Null for other contracts. The terms are verified, but a market may have newer schemas than we. */
export function jobIn({ work, checks }: Terms): JobRequest | null {
  const job = readJob(fields(work.spec, "work.spec"));
  if (job === null) return null;
  const { schema, jobHash, payload } = job;
  return { schemaId: schema.id, jobHash, payload, checks, envelope: work.spec };
}
