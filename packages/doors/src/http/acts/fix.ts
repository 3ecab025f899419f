import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { seconds } from "../shapes.ts";
import { secondsOf } from "../views/seconds.ts";
import { actEndpoint } from "./act-endpoint.ts";

export const fix = actEndpoint({
  word: "fix",
  summary: "Submit a fix (agent)",
  tag: "acts",
  key: "agent_pubkey",
  bodySize: "long",
  says: {
    fix: z.string().max(TEXT_LIMITS.fix),
    explanation: z.string().max(TEXT_LIMITS.explanation).nullish(),
    command: z.string().max(TEXT_LIMITS.command).nullish().meta({
      description: "A corrected command that replaces the original in the check",
    }),
    price: z.string().nullish(),
  },
  answer: z.object({
    status: z.enum(["pending_verification", "review"]),
    review_expires_at: seconds.optional(),
  }),
  act: ({ fix, explanation, command, price }) => ({
    type: "fix",
    says: { fix, explanation, command, price, from: "agent" },
  }),
  reply({ phase, receivedAtMs, terms }) {
    if (phase !== "review") return { status: "pending_verification" };
    const endsMs = receivedAtMs + terms.rules.reviewSeconds * 1_000;
    return { status: "review", review_expires_at: secondsOf(endsMs) };
  },
});
