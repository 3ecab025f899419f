/** Jobs that a provider does not look at when they are listed: for now, or as long as it runs. */
import { delayMs } from "@bazaar/doors/connection";

const MAX_REMEMBERED = 10_000;
const BACK_OFF = { firstMs: 10_000, mostMs: 600_000 };
const MAX_BAD_ANSWERS = 8;

interface BadAnswers {
  readonly times: number;
  readonly untilMs: number;
}

export class PassedOver {
  readonly #forGood = new Set<string>();
  readonly #forNow = new Map<string, BadAnswers>();

  has(id: string, nowMs: number): boolean {
    return this.#forGood.has(id) || nowMs < (this.#forNow.get(id)?.untilMs ?? 0);
  }

  forGood(id: string): void {
    this.#forNow.delete(id);
    this.#forGood.add(id);
    forgetOldest(this.#forGood);
  }

  /** After a bad answer about it, longer each time: a market may recover, and what is held stays held. */
  forNow(id: string, nowMs: number): void {
    const times = (this.#forNow.get(id)?.times ?? 0) + 1;
    if (times === MAX_BAD_ANSWERS) this.forGood(id);
    else this.#forNow.set(id, { times, untilMs: nowMs + delayMs(BACK_OFF, times - 1) });
    forgetOldest(this.#forNow);
  }
}

function forgetOldest(ids: Set<string> | Map<string, BadAnswers>): void {
  const [oldest] = ids.keys();
  if (ids.size > MAX_REMEMBERED && oldest !== undefined) ids.delete(oldest);
}
