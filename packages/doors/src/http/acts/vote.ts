import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { hash } from "../shapes.ts";
import { actEndpoint } from "./act-endpoint.ts";
import { STATUS_ANSWER, statusAnswer } from "./status-answer.ts";

export const vote = actEndpoint({
  word: "vote",
  summary: "Vote in a panel: sealed first where money is held, and open after that (arbiter)",
  tag: "courts",
  key: "pubkey",
  says: {
    commitment: hash.nullish().describe("Seals a vote; the other fields are left out."),
    verdict: z.string().nullish(),
    reasoning: z.string().max(TEXT_LIMITS.reason).nullish(),
    salt: hash.nullish().describe("Opens a sealed vote."),
  },
  answer: STATUS_ANSWER,
  act: ({ commitment, verdict, reasoning, salt }) => ({
    type: "vote",
    says: { commitment, verdict, reasoning, salt },
  }),
  reply: statusAnswer,
});
