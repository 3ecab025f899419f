import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import type { SignedPost } from "../endpoint.ts";
import { actEndpoint } from "./act-endpoint.ts";
import { STATUS_ANSWER, statusAnswer } from "./status-answer.ts";

/** Clients use both spellings. */
export const backOut: readonly SignedPost[] = ["back_out", "back-out"].map((word) =>
  actEndpoint({
    word,
    summary:
      word === "back_out"
        ? "Leave the contract: free within the grace period, for a fee after it (agent)"
        : "The same as back_out, in another spelling",
    tag: "acts",
    key: "agent_pubkey",
    says: { reason: z.string().max(TEXT_LIMITS.reason).nullish() },
    answer: STATUS_ANSWER,
    act: ({ reason }) => ({ type: "back_out", says: { reason } }),
    reply: statusAnswer,
  }),
);
