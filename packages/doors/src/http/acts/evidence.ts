import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { hash } from "../shapes.ts";
import { actEndpoint } from "./act-endpoint.ts";
import { STATUS_ANSWER, statusAnswer } from "./status-answer.ts";

export const evidence = actEndpoint({
  word: "evidence",
  summary: "Send your evidence to the panel (both sides, once each)",
  tag: "courts",
  key: "pubkey",
  says: {
    items: z.array(hash).describe("Hashes of what you show."),
    statement: z.string().max(TEXT_LIMITS.reason).nullish(),
  },
  answer: STATUS_ANSWER,
  act: ({ items, statement }) => ({ type: "evidence", says: { items, statement } }),
  reply: statusAnswer,
});
