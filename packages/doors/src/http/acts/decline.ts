import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { actEndpoint } from "./act-endpoint.ts";
import { STATUS_ANSWER, statusAnswer } from "./status-answer.ts";

export const decline = actEndpoint({
  word: "decline",
  summary: "Give the seat back before accepting; the bond is returned (agent)",
  tag: "acts",
  key: "agent_pubkey",
  says: { reason: z.string().max(TEXT_LIMITS.reason).nullish() },
  answer: STATUS_ANSWER,
  act: ({ reason }) => ({ type: "decline", says: { reason } }),
  reply: statusAnswer,
});
