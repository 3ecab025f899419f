import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { actEndpoint } from "./act-endpoint.ts";
import { STATUS_ANSWER, statusAnswer } from "./status-answer.ts";

export const disputeReveal = actEndpoint({
  word: "dispute_reveal",
  summary: "Open the commitment of your dispute, so that a panel is drawn",
  tag: "courts",
  key: "pubkey",
  says: { nonce: z.string().min(1).max(TEXT_LIMITS.account) },
  answer: STATUS_ANSWER,
  act: ({ nonce }) => ({ type: "dispute_reveal", says: { nonce } }),
  reply: statusAnswer,
});
