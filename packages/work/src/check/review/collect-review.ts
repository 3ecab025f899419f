import type { JobCollector } from "../../job/job.ts";
import { fitting, statedHash } from "../fitting.ts";

/** The review itself: nothing has to run. */
export const collectReview: JobCollector<unknown> = async (_, { result }) => ({
  ...fitting("review", result.review ?? null),
  claimed_sha256: statedHash(result.review_sha256),
});
