/** The schemas of jobs. A new one is a file and a line here. */
import type { AnyJobSchema } from "./schema.ts";
import { codeChunkAnalysis } from "./schemas/code-chunk-analysis.ts";
import { codeReview } from "./schemas/code-review.ts";
import { embedding } from "./schemas/embedding.ts";
import { patchGen } from "./schemas/patch-gen.ts";
import { repoIndex } from "./schemas/repo-index.ts";
import { retrievalRerank } from "./schemas/retrieval-rerank.ts";
import { sandboxRun } from "./schemas/sandbox-run.ts";
import { textGen } from "./schemas/text-gen.ts";

export const JOB_SCHEMAS: readonly AnyJobSchema[] = [
  patchGen,
  codeReview,
  repoIndex,
  sandboxRun,
  textGen,
  codeChunkAnalysis,
  retrievalRerank,
  embedding,
];

export const SCHEMA_IDS: readonly string[] = JOB_SCHEMAS.map(({ id }) => id);

export function schemaOf(id: string): AnyJobSchema | null {
  return JOB_SCHEMAS.find((schema) => schema.id === id) ?? null;
}
