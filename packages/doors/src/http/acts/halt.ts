import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { RULING } from "../views/ruling.ts";
import { statusOf } from "../views/status.ts";
import { actEndpoint } from "./act-endpoint.ts";
import { courtAnswer } from "./court-answer.ts";

export const halt = actEndpoint({
  word: "halt",
  summary: "Stop everything; the answer has the court's ruling if it comes in time",
  tag: "courts",
  key: "principal_pubkey",
  says: { reason: z.string().max(TEXT_LIMITS.reason).nullish() },
  answer: z.object({
    status: z.string(),
    ruling: RULING.nullable(),
    message: z.string().optional(),
  }),
  act: ({ reason }) => ({ type: "halt", says: { reason, from: "principal" } }),
  async reply(done) {
    // Before work has started there is nothing to judge: a halt cancels the contract.
    if (done.phase !== "halted") return { status: statusOf(done.phase), ruling: null };
    const { status, ruling, message } = await courtAnswer(done);
    return ruling === null ? { status, ruling, message } : { status, ruling };
  },
});
