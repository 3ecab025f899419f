/** The filters of the list and the stream of jobs. */
import { z } from "zod";
import { party } from "../shapes.ts";

const MAX_NAME = 200;

const name = party.max(MAX_NAME);

export const JOB_STREAM_FILTERS = {
  schema_id: z.string().max(MAX_NAME).optional(),
  provider: name.optional().describe("Only jobs for this provider, or done by it."),
};

export const JOB_FILTERS = { ...JOB_STREAM_FILTERS, buyer: name.optional() };
