import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { RULING } from "../views/ruling.ts";
import { type AskedAct, actEndpoint } from "./act-endpoint.ts";
import { CANCELED, canceledView } from "./canceled-view.ts";
import { NO_RULING, rulingOrStatus } from "./court-answer.ts";

const ACTIONS = ["accept", "reject", "dispute"] as const;

export const review = actEndpoint({
  word: "review",
  summary: "Accept, reject or dispute the fix under review (principal)",
  tag: "acts",
  key: "principal_pubkey",
  bodySize: "argument",
  says: {
    action: z.enum(ACTIONS),
    argument: z.string().max(TEXT_LIMITS.argument).nullish(),
  },
  answer: z.union([z.object({ status: z.literal("fulfilled") }), RULING, NO_RULING, CANCELED]),
  act: ({ action, argument }) => asked(action, argument),
  reply(done) {
    if (done.entry.type === "review_accept") return { status: "fulfilled" };
    if (done.entry.type === "review_reject") return canceledView(done);
    return rulingOrStatus(done);
  },
});

function asked(action: (typeof ACTIONS)[number], argument: string | null | undefined): AskedAct {
  switch (action) {
    case "accept":
      return { type: "review_accept", says: {} };
    case "reject":
      return { type: "review_reject", says: { argument } };
    case "dispute":
      return { type: "dispute_filed", says: { argument, side: "principal" } };
  }
}
