/** The checks of a job's document: those that its payload asks for, then those in `verification`. */
import { type Fields, fields } from "../canonical/fields.ts";
import type { Patterns } from "../check/check-kind.ts";
import type { Check } from "../check/kinds.ts";
import { readCheck, readChecks, readDocumentCheck } from "../check/read-check.ts";
import type { AskedFor } from "./schema.ts";

export function readJobChecks(read: Fields, job: AskedFor, patterns: Patterns): readonly Check[] {
  const added = read.optional("verification", (name) =>
    readChecks(read, name, patterns, readCheck),
  );
  const asked = fields({ payload: job.checks }, "job");
  const checks = readChecks(asked, "payload", "read", readDocumentCheck);
  if (asked.problem !== null) read.fault("payload", asked.problem.problem);
  return [...checks, ...(added ?? [])];
}
