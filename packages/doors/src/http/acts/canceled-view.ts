import { contestMs, type JsonObject } from "@bazaar/kernel";
import { z } from "zod";
import { seconds } from "../shapes.ts";
import { secondsOf } from "../views/seconds.ts";
import type { Done } from "./act-endpoint.ts";

export const CANCELED = z.object({
  status: z.literal("canceled"),
  contest_expires_at: seconds.optional(),
});

/** fix/2 calls a rejected fix canceled; the agent may still contest it for a while. */
export function canceledView({ phase, receivedAtMs, terms }: Done): JsonObject {
  if (phase !== "contest") return { status: "canceled" };
  const endsMs = receivedAtMs + contestMs(terms.rules);
  return { status: "canceled", contest_expires_at: secondsOf(endsMs) };
}
