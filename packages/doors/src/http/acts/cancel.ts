import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { actEndpoint } from "./act-endpoint.ts";
import { STATUS_ANSWER, statusAnswer } from "./status-answer.ts";

export const cancel = actEndpoint({
  word: "cancel",
  summary: "Cancel the contract (principal)",
  tag: "acts",
  key: "principal_pubkey",
  says: { reason: z.string().max(TEXT_LIMITS.reason).nullish() },
  answer: STATUS_ANSWER,
  act: ({ reason }) => ({ type: "cancel", says: { reason } }),
  reply: statusAnswer,
});
