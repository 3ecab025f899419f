/**
 * Offers that wait for an answer: for 30 minutes, a few of one agent, and some in all. What
 * announces more than may be transferred does not read as an offer and is never kept.
 */
import type { Clock } from "@bazaar/doors/connection";
import { readIncoming } from "./inbox.ts";
import { OFFER_MS } from "./limits.ts";
import type { Offer } from "./transfer-message.ts";
import type { Incoming, TransferPort } from "./transfer-port.ts";

export interface PendingOffer {
  readonly from: string;
  readonly offer: Offer;
  readonly receivedAtMs: number;
}

const MAX_OF_ONE = 5;
const MAX_OFFERS = 100;

export class PendingOffers implements Disposable {
  readonly #clock: Clock;
  readonly #onOffer: (pending: PendingOffer) => void;
  readonly #listening: Disposable;
  #offers: readonly PendingOffer[] = [];

  constructor(port: TransferPort, clock: Clock, onOffer: (pending: PendingOffer) => void) {
    this.#clock = clock;
    this.#onOffer = onOffer;
    this.#listening = port.listen((incoming) => this.#hear(incoming));
  }

  list(): readonly PendingOffer[] {
    const sinceMs = this.#clock.nowMs() - OFFER_MS;
    this.#offers = this.#offers.filter(({ receivedAtMs }) => receivedAtMs > sinceMs);
    return this.#offers;
  }

  /** Removes an offer, to accept or decline it once; null if it is not there or no longer. */
  take(tid: string, from?: string): PendingOffer | null {
    const found = this.list().find(
      (pending) => pending.offer.tid === tid && (from === undefined || pending.from === from),
    );
    if (found !== undefined) this.#offers = this.#offers.filter((pending) => pending !== found);
    return found ?? null;
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
  }

  #hear(incoming: Incoming): void {
    const { from } = incoming;
    const message = readIncoming(incoming);
    if (message?.kind === "reject") this.#withdraw(from, message.tid);
    if (message?.kind !== "offer") return;
    const offers = this.list();
    const own = offers.filter((pending) => pending.from === from);
    if (own.some(({ offer }) => offer.tid === message.tid)) return;
    if (own.length >= MAX_OF_ONE || offers.length >= MAX_OFFERS) return;
    const pending = { from, offer: message, receivedAtMs: this.#clock.nowMs() };
    this.#offers = [...offers, pending];
    this.#onOffer(pending);
  }

  #withdraw(from: string, tid: string): void {
    this.#offers = this.#offers.filter(
      (pending) => pending.from !== from || pending.offer.tid !== tid,
    );
  }
}
