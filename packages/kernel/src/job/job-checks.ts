/** The checks of a job's document: those that its payload asks for, then those in `verification`. */
import { type Fields, fields } from "../canonical/fields.ts";
import { isSameData } from "../canonical/same-data.ts";
import type { Patterns } from "../check/check-kind.ts";
import { type Check, kindOf } from "../check/kinds.ts";
import { checkJson, readCheck, readChecks, readDocumentCheck } from "../check/read-check.ts";
import type { AskedFor } from "./schema.ts";

/**
 * What a document may add to the checks of a schema: others ask for what a result of that schema does not
 * have, so that no result could pass.
 */
const ADDED: readonly Check["method"][] = ["trajectory", "principal"];

/** All evidence of a contract is one object, so each check has a field of its own; only patterns read the same one. */
const REPEATED: readonly Check["method"][] = ["output_match"];

export function readJobChecks(read: Fields, job: AskedFor, patterns: Patterns): readonly Check[] {
  const added = read.optional("verification", (name) =>
    readChecks(read, name, patterns, readCheck),
  );
  const strange = added?.find(({ method }) => !ADDED.includes(method));
  if (strange !== undefined) {
    const expected = ADDED.join(" or ");
    read.fault("verification", `expected ${expected} beside a schema, got ${strange.method}`);
  }
  refuseRepeats(read, added ?? []);
  const asked = fields({ payload: job.checks }, "job");
  const checks = readChecks(asked, "payload", "read", readDocumentCheck);
  if (asked.problem !== null) read.fault("payload", asked.problem.problem);
  return [...checks, ...(added ?? [])];
}

/** Whether terms have the checks of a document of this job, and not others. */
export function areJobChecks(job: AskedFor, checks: readonly Check[]): boolean {
  const verification = checks.slice(job.checks.length).map(checkJson);
  const read = fields(verification.length === 0 ? {} : { verification }, "job");
  const expected = readJobChecks(read, job, "read");
  const isSame = isSameData(expected.map(checkJson), checks.map(checkJson));
  return read.problem === null && isSame;
}

export function refuseRepeats(read: Fields, checks: readonly Check[]): void {
  const methods = checks.map(({ method }) => method).filter((method) => !REPEATED.includes(method));
  for (const [at, method] of methods.entries()) {
    const { decidedBy } = kindOf(method);
    const earlier = methods.slice(0, at).find((other) => kindOf(other).decidedBy === decidedBy);
    if (earlier === undefined) continue;
    const isSame = earlier === method;
    const problem = isSame ? "is there twice" : `is decided by the same evidence as ${earlier}`;
    read.fault("verification", `${method} ${problem}`);
    return;
  }
}
