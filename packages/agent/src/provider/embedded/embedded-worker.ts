/** The worker that needs no model: indexes, runs, reviews by rules, and patches that the rules know. */
import type { ScanCache } from "@bazaar/work";
import type { PlaceSettings } from "../job-sandbox.ts";
import type { Assignment, JobRequest, Worked, Worker } from "../worker.ts";
import { indexJob } from "./index-job.ts";
import { askedOf, patchJob } from "./patch-job.ts";
import { reviewJob } from "./review-job.ts";
import { runJob } from "./run-job.ts";
import { scanMemory } from "./scan-memory.ts";

interface Needs {
  readonly settings: PlaceSettings;
  /** What is known of files from earlier jobs. */
  readonly scans: ScanCache;
}

type Work = (assignment: Assignment, needs: Needs) => Promise<Worked>;

const PATCH = "oa.patch_gen.v1";

const WORK: Readonly<Record<string, Work>> = {
  [PATCH]: (assignment, { settings }) => patchJob(assignment, settings),
  "oa.code_review.v1": (assignment) => reviewJob(assignment),
  "oa.sandbox_run.v1": (assignment, { settings }) => runJob(assignment, settings),
  "oa.repo_index.v1": (assignment, { settings, scans }) => indexJob(assignment, settings, scans),
};

const MAX_SCANS_BYTES = 256 * 2 ** 20;

export function embeddedWorker(settings: PlaceSettings): Worker {
  const needs = { settings, scans: scanMemory(MAX_SCANS_BYTES) };
  return {
    name: "embedded",
    declines,
    async work(assignment) {
      const work = workOf(assignment.job);
      if (work === null) return { is: "failed", because: declines(assignment.job) ?? "" };
      return work(assignment, needs);
    },
  };
}

function declines(job: JobRequest): string | null {
  const { schemaId, payload } = job;
  if (workOf({ schemaId }) === null) return `${schemaId} needs a model, and this worker has none`;
  const asked = schemaId === PATCH ? askedOf(job) : null;
  if (typeof asked === "string") return asked;
  const types = payload.index_types;
  const isEmbedded = Array.isArray(types) && types.includes("embeddings");
  return isEmbedded ? "embeddings need a model, and this worker has none" : null;
}

function workOf({ schemaId }: Pick<JobRequest, "schemaId">): Work | null {
  return Object.hasOwn(WORK, schemaId) ? (WORK[schemaId] ?? null) : null;
}
