import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { actEndpoint } from "./act-endpoint.ts";
import { CANCELED, canceledView } from "./canceled-view.ts";

export const cancel = actEndpoint({
  word: "cancel",
  summary: "Cancel the contract (principal)",
  tag: "acts",
  key: "principal_pubkey",
  says: { reason: z.string().max(TEXT_LIMITS.reason).nullish() },
  answer: CANCELED,
  act: ({ reason }) => ({ type: "cancel", says: { reason } }),
  reply: canceledView,
});
