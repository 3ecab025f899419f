/**
 * The collector of each check: one line per method, and everybody takes it from here, the buyer and the
 * provider for themselves and a court for both.
 *
 * A check asks how a command ends, or about the result of a job. Null: no program can tell, and the
 * principal decides.
 */
import type { Collectors } from "./collector.ts";
import { collectEmbedding } from "./embedding/collect-embedding.ts";
import { collectExitCode } from "./exit-code/exit-code.ts";
import { collectIndex } from "./index/collect-index.ts";
import { collectOutput } from "./output-match/output-match.ts";
import { collectPatch } from "./patch/collect-patch.ts";
import { collectReview } from "./review/collect-review.ts";
import { collectRun } from "./run/collect-run.ts";
import { collectSchema } from "./schema/collect-schema.ts";
import { collectText } from "./text/collect-text.ts";
import { collectTrajectory } from "./trajectory/collect-trajectory.ts";

export const COLLECTORS: Collectors = {
  exit_code: { asks: "command", collect: collectExitCode },
  output_match: { asks: "command", collect: collectOutput },
  principal: null,
  patch: { asks: "result", collect: collectPatch },
  review: { asks: "result", collect: collectReview },
  run: { asks: "result", collect: collectRun },
  index: { asks: "result", collect: collectIndex },
  text: { asks: "result", collect: collectText },
  embedding: { asks: "result", collect: collectEmbedding },
  schema: { asks: "result", collect: collectSchema },
  trajectory: { asks: "result", collect: collectTrajectory },
};
