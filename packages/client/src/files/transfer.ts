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
  offline: "there is no connection to the server",
  closed: "the connection to the server has ended",
  rate_limited: "the server refuses messages at this rate; try again later",
};

const RETURN_MS = 2_000;

/**
 * Sends something of a transfer that is under way, also if this agent or the other one is away for a
 * moment, as after a restart of the server. Null once it is sent.
 */
export async function untilSent(
  { clock, signal }: TransferNeeds,
  untilMs: number,
  send: () => Promise<Delivery>,
): Promise<string | null> {
  for (;;) {
    const delivery = await send();
    if (delivery === "sent") return null;
    const isAway = delivery === "absent" || delivery === "offline";
    if (!isAway || clock.nowMs() >= untilMs) return NOT_SENT[delivery];
    await clock.sleep(RETURN_MS, signal);
    if (signal.aborted) return CANCELLED;
  }
}

export function moved({ totalSize: total, chunks }: Offer, count: number): TransferStep {
  return { kind: "moved", bytes: Math.round((total * count) / chunks), total };
}
