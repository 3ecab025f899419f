import type { JobCollector } from "../../job/job.ts";
import { fitting } from "../fitting.ts";

/** The payload itself: nothing has to run. */
export const collectSchema: JobCollector<unknown> = async (_, { result }) =>
  fitting("payload", result);
