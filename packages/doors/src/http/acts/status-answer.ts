import type { JsonObject } from "@bazaar/kernel";
import { z } from "zod";
import { status } from "../shapes.ts";
import { statusOf } from "../views/status.ts";
import type { Done } from "./act-endpoint.ts";

/** The answer to acts that only change the status. */
export const STATUS_ANSWER = z.object({ status });

export function statusAnswer({ phase }: Done): JsonObject {
  return { status: statusOf(phase) };
}
