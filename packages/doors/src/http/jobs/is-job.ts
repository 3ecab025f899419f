import { isEnvelope, type Terms } from "@bazaar/kernel";

/** Whether a contract is a job with a schema. */
export function isJob({ work }: Terms): boolean {
  return work.kind !== "command" && work.kind !== "task" && isEnvelope(work.spec);
}
