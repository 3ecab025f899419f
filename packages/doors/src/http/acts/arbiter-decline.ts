import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { actEndpoint } from "./act-endpoint.ts";
import { STATUS_ANSWER, statusAnswer } from "./status-answer.ts";

export const arbiterDecline = actEndpoint({
  word: "arbiter_decline",
  summary: "Leave your seat on the panel to the next in the draw (an arbiter that was drawn)",
  tag: "courts",
  key: "pubkey",
  says: { reason: z.string().max(TEXT_LIMITS.reason).nullish() },
  answer: STATUS_ANSWER,
  act: ({ reason }) => ({ type: "arbiter_decline", says: { reason } }),
  reply: statusAnswer,
});
