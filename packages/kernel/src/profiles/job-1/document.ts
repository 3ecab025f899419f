/**
 * The document of a job: the work, how it is checked, who may do it, and for how much.
 *
 * A document that names a schema is an envelope: its payload says what the work is and how it is
 * checked. Any other document says both itself.
 */
import { type Fields, fields } from "../../canonical/fields.ts";
import type { JsonObject } from "../../canonical/json.ts";
import type { Patterns } from "../../check/check-kind.ts";
import type { Check } from "../../check/kinds.ts";
import { readCheck, readChecks } from "../../check/read-check.ts";
import { NUMBER_RULES, type NumberRule } from "../../contract/rules.ts";
import { JOB_KINDS } from "../../contract/terms.ts";
import type { Party } from "../../identity/party.ts";
import { envelopeJson, isEnvelope, readJob } from "../../job/envelope.ts";
import { readJobChecks, refuseRepeats } from "../../job/job-checks.ts";
import { accept, type Result, refuse } from "../../refusal.ts";
import { readDocumentRules } from "../document-rules.ts";
import { readStatedMoney, type StatedMoney } from "../offered-money.ts";

export interface JobDocument {
  readonly kind: (typeof JOB_KINDS)[number];
  readonly spec: JsonObject;
  readonly checks: readonly Check[];
  /** If named, nobody else may do the job. */
  readonly provider: Party | null;
  readonly budget: StatedMoney;
  /** The judge's key as written; null: no tiered court. */
  readonly judge: string | null;
  /** A panel decides. */
  readonly isPanel: boolean;
  readonly author: Party | null;
  readonly referrer: Party | null;
  /** The rules the document sets itself. */
  readonly rules: Partial<Record<NumberRule, number>>;
  /** The most that the payload allows to pay; null: it does not say. */
  readonly maxCostSats: bigint | null;
}

type JobWork = Pick<JobDocument, "kind" | "spec" | "checks" | "maxCostSats"> & {
  readonly timeLimitSeconds: number | null;
};

const MAX_NAME = 200;

/** The document's name of each rule that it may set. */
const DOCUMENT_RULES = {
  max_attempts: "maxAttempts",
  review_window: "reviewSeconds",
} as const satisfies Record<string, NumberRule>;

/** What a buyer would miss without a word if it were ignored like other unknown fields. */
const NOT_YET = [
  ["quotes", "no market takes quotes yet: a provider names its price when it accepts"],
  ["group", "no market closes contracts as a group yet"],
] as const;

export function parseJob(json: JsonObject, patterns: Patterns): Result<JobDocument> {
  const read = fields(json, "job");
  const party = (name: string): Party | null => read.optional(name, () => read.party(name));
  const { timeLimitSeconds, ...work } = isEnvelope(json)
    ? readSchemaWork(read, patterns)
    : readPlainWork(read, patterns);
  const document: JobDocument = {
    ...work,
    provider: party("provider"),
    budget: readStatedMoney(read.object("budget"), "amount"),
    judge: read.optional("judge", (name) => read.string(name, { min: 1, max: MAX_NAME })),
    isPanel: read.optional("panel", (name) => read.boolean(name)) ?? false,
    author: party("author"),
    referrer: party("referrer"),
    rules: readRules(read, timeLimitSeconds),
  };
  for (const [name, because] of NOT_YET) {
    const asked = json[name];
    if (asked !== undefined && asked !== null && asked !== false) read.fault(name, because);
  }
  if (document.isPanel && document.judge !== null) {
    read.fault("panel", "expected either a panel or a judge");
  }
  if (read.problem !== null) return refuse({ code: "malformed_terms", ...read.problem });
  return accept(document);
}

function readPlainWork(read: Fields, patterns: Patterns): JobWork {
  const spec = read.jsonObject("spec");
  // Otherwise it would be read as a job of the schema, with checks that the schema does not ask for.
  if (isEnvelope(spec)) read.fault("spec", "a schema is named beside it, not in it");
  const checks = readChecks(read, "verification", patterns, readCheck);
  refuseRepeats(read, checks);
  return {
    kind: read.oneOf("kind", JOB_KINDS),
    spec,
    checks,
    maxCostSats: null,
    timeLimitSeconds: null,
  };
}

/** The payload decides what is checked; the document may add to it. */
function readSchemaWork(read: Fields, patterns: Patterns): JobWork {
  const job = readJob(read);
  if (job === null) return NO_WORK;
  const { max_cost_sats: most } = job.payload;
  return {
    kind: job.schema.kind,
    spec: envelopeJson(job),
    checks: readJobChecks(read, job, patterns),
    maxCostSats: typeof most === "bigint" ? most : null,
    timeLimitSeconds: job.timeLimitSeconds,
  };
}

const NO_WORK: JobWork = {
  kind: "schema",
  spec: {},
  checks: [],
  maxCostSats: null,
  timeLimitSeconds: null,
};

function readRules(
  read: Fields,
  payloadSeconds: number | null,
): Partial<Record<NumberRule, number>> {
  const rules = readDocumentRules(read, DOCUMENT_RULES);
  const bounds = NUMBER_RULES.executionSeconds;
  const stated = read.optional("time_limit", (name) => read.integer(name, bounds));
  const limit = stated ?? (payloadSeconds === null ? null : Math.max(bounds.min, payloadSeconds));
  // The provider works against the limit of one run, not against a turn.
  if (limit !== null) {
    rules.executionSeconds = limit;
    rules.turnSeconds = limit;
  }
  return rules;
}
