/** What one agent sends about one transfer, in the order of arrival. Others are not heard. */
import type { Clock } from "@bazaar/doors/connection";
import { readTransferMessage, type TransferMessage } from "./transfer-message.ts";
import type { Incoming, TransferPort } from "./transfer-port.ts";

/** More than a sender has on its way at once; what comes on top is dropped. */
const MAX_WAITING = 32;

export class Inbox implements Disposable {
  readonly #clock: Clock;
  readonly #listening: Disposable;
  readonly #waiting: TransferMessage[] = [];
  #arrived = new AbortController();

  constructor(port: TransferPort, clock: Clock, from: string, tid: string) {
    this.#clock = clock;
    this.#listening = port.listen((incoming) => {
      if (incoming.from !== from || this.#waiting.length === MAX_WAITING) return;
      const message = readIncoming(incoming);
      if (message === null || message.tid !== tid) return;
      this.#waiting.push(message);
      this.#arrived.abort();
    });
  }

  /** What has arrived already. */
  poll(): TransferMessage | null {
    return this.#waiting.shift() ?? null;
  }

  /** Null once the time is over or the signal aborted. */
  async next(untilMs: number, signal: AbortSignal): Promise<TransferMessage | null> {
    for (;;) {
      const first = this.poll();
      const leftMs = untilMs - this.#clock.nowMs();
      if (first !== null || leftMs <= 0 || signal.aborted) return first;
      this.#arrived = new AbortController();
      await this.#clock.sleep(leftMs, AbortSignal.any([signal, this.#arrived.signal]));
    }
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
  }
}

/** Chunks come in frames of their own, and nothing else does. */
export function readIncoming({ text, way }: Incoming): TransferMessage | null {
  const message = readTransferMessage(text);
  return (message?.kind === "chunk") === (way === "chunk") ? message : null;
}
