import { z } from "zod";
import { actEndpoint } from "./act-endpoint.ts";
import { STATUS_ANSWER, statusAnswer } from "./status-answer.ts";

export const accept = actEndpoint({
  word: "accept",
  summary: "Commit to the work (agent)",
  tag: "acts",
  key: "agent_pubkey",
  says: { price: z.string().nullish() },
  answer: STATUS_ANSWER,
  act: ({ price }, { caller }) => ({
    type: "accept",
    says: { agent_pubkey: caller.party, price },
  }),
  reply: statusAnswer,
});
