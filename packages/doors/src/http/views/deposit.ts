import { formatAmount, type JsonObject } from "@bazaar/kernel";
import type { HoldRecord } from "@bazaar/market/ports";
import { z } from "zod";
import { decimal, seconds } from "../shapes.ts";
import { secondsOf } from "./seconds.ts";

export const DEPOSIT = z.object({
  address: z.string(),
  amount: decimal,
  currency: z.string(),
  expires_at: seconds,
});

/** An awaited deposit: where to pay, how much, and until when. */
export function depositView({ hold, address }: HoldRecord): JsonObject {
  return {
    address,
    amount: formatAmount(hold.amount, hold.asset),
    currency: hold.asset.code,
    expires_at: secondsOf(hold.expiresMs),
  };
}
