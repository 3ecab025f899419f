import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { JSON_OBJECT } from "../json-schemas.ts";
import { seconds } from "../shapes.ts";
import { actEndpoint } from "./act-endpoint.ts";
import { canceledView } from "./canceled-view.ts";

export const verify = actEndpoint({
  word: "verify",
  summary: "Report whether the fix passed its check (principal)",
  tag: "acts",
  key: "principal_pubkey",
  bodySize: "long",
  says: {
    success: z.boolean(),
    explanation: z.string().max(TEXT_LIMITS.explanation).nullish(),
    evidence: JSON_OBJECT.nullish(),
  },
  answer: z.object({
    status: z.enum(["fulfilled", "retry", "canceled"]),
    contest_expires_at: seconds.optional(),
  }),
  act: ({ success, explanation, evidence }) => ({
    type: "verify",
    says: { success, explanation, evidence, from: "principal" },
  }),
  reply(done) {
    if (done.phase === "fulfilled") return { status: "fulfilled" };
    return done.phase === "in_progress" ? { status: "retry" } : canceledView(done);
  },
});
