/**
 * A port that keeps the server's rates for all transfers of one connection: one message a second,
 * and a chunk every 200 ms. A message that is refused nevertheless, because the connection was used
 * for others, is sent again.
 */
import type { Clock } from "@bazaar/doors/connection";
import type { Delivery, Incoming, TransferPort } from "./transfer-port.ts";

/** A little more than the second between two messages, which may come closer on their way. */
const DIRECT_MS = 1_100;
const CHUNK_MS = 200;
const MAX_TRIES = 5;

export class PacedPort implements TransferPort {
  readonly #port: TransferPort;
  readonly #direct: Pace;
  readonly #chunk: Pace;

  constructor(port: TransferPort, clock: Clock) {
    this.#port = port;
    this.#direct = new Pace(clock, DIRECT_MS);
    this.#chunk = new Pace(clock, CHUNK_MS);
  }

  say(to: string, text: string): Promise<Delivery> {
    return this.#direct.send(() => this.#port.say(to, text));
  }

  sendChunk(to: string, text: string): Promise<Delivery> {
    return this.#chunk.send(() => this.#port.sendChunk(to, text));
  }

  listen(onIncoming: (incoming: Incoming) => void): Disposable {
    return this.#port.listen(onIncoming);
  }
}

/** One after another, and never two within the interval. */
class Pace {
  readonly #clock: Clock;
  readonly #everyMs: number;
  #nextMs = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock, everyMs: number) {
    this.#clock = clock;
    this.#everyMs = everyMs;
  }

  send(send: () => Promise<Delivery>): Promise<Delivery> {
    const sent = this.#last.then(() => this.#try(send));
    // Those that wait behind a failure are not part of it.
    this.#last = sent.catch(() => undefined);
    return sent;
  }

  async #try(send: () => Promise<Delivery>): Promise<Delivery> {
    for (let tries = 1; ; tries += 1) {
      const waitMs = this.#nextMs - this.#clock.nowMs();
      if (waitMs > 0) await this.#clock.sleep(waitMs);
      const delivery = await send();
      this.#nextMs = this.#clock.nowMs() + this.#everyMs;
      if (delivery !== "rate_limited" || tries === MAX_TRIES) return delivery;
    }
  }
}
