/** What both sides of a transfer have in common. */
import type { Clock } from "@bazaar/doors/connection";
import type { Offer } from "./transfer-message.ts";
import type { Delivery, TransferPort } from "./transfer-port.ts";

export type TransferStep =
  | { readonly kind: "offered"; readonly offer: Offer }
  | { readonly kind: "accepted" }
  /** Of the files' bytes, as far as their archive has been moved. */
  | { readonly kind: "moved"; readonly bytes: number; readonly total: number };

export interface TransferNeeds {
  /** One that keeps the server's rates: a `PacedPort` of the connection. */
  readonly port: TransferPort;
  readonly clock: Clock;
  readonly onStep: (step: TransferStep) => void;
  readonly signal: AbortSignal;
}

export const CANCELLED = "the transfer was cancelled";

export const NOT_SENT: Readonly<Record<Exclude<Delivery, "sent">, string>> = {
  absent: "the other agent is not online",
  offline: "the connection to the server is lost",
  rate_limited: "the server refuses messages at this rate; try again later",
};

export function moved({ totalSize: total, chunks }: Offer, count: number): TransferStep {
  return { kind: "moved", bytes: Math.round((total * count) / chunks), total };
}
