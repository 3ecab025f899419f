/**
 * Shares few places among many checks, so that long ones of strangers cannot keep a short one waiting
 * until its window is over.
 *
 * A check that is over its turn makes way for another that has had no more turns, and starts anew when
 * it is its turn again, with four times the time. So a long check runs a third longer at most.
 * Money or keys decide nothing: keys are free, and prices in different money cannot be compared.
 */

const FIRST_TURN_MS = 20_000;
const GROWTH = 4;
/** Who waits asks every ten seconds. */
const FORGET_MS = 30_000;

interface Asker {
  readonly id: string;
  /** When it asked first: who has had as many turns goes by it. */
  readonly sinceMs: number;
  seenMs: number;
  turns: number;
  running: { readonly untilMs: number; readonly stop: AbortController } | null;
}

export class Turns {
  readonly #places: number;
  readonly #askers = new Map<string, Asker>();

  constructor(places: number) {
    this.#places = places;
  }

  /** Aborted when it must make way. Null: not now, because it runs, or others come first. */
  take(id: string, nowMs: number): AbortSignal | null {
    this.#forget(nowMs);
    const asker = this.#askers.get(id) ?? {
      id,
      sinceMs: nowMs,
      seenMs: 0,
      turns: 0,
      running: null,
    };
    if (asker.running !== null) return null;
    asker.seenMs = nowMs;
    this.#askers.set(id, asker);
    const running = this.#running();
    const ahead = this.#ahead(asker);
    if (running.length + ahead >= this.#places) {
      const stopping = running.filter((other) => other.running?.stop.signal.aborted);
      if (stopping.length <= ahead) overdue(running, asker, nowMs)?.running?.stop.abort();
      return null;
    }
    const stop = new AbortController();
    asker.running = { untilMs: nowMs + FIRST_TURN_MS * GROWTH ** asker.turns, stop };
    return stop.signal;
  }

  /** What took a turn has ended it: for good, or until it asks again. */
  leave(id: string): void {
    const asker = this.#askers.get(id);
    if (asker?.running?.stop.signal.aborted) {
      asker.running = null;
      asker.turns += 1;
    } else this.#askers.delete(id);
  }

  #running(): Asker[] {
    return [...this.#askers.values()].filter(({ running }) => running !== null);
  }

  #ahead(asker: Asker): number {
    let ahead = 0;
    for (const other of this.#askers.values()) {
      if (other !== asker && other.running === null && isBefore(other, asker)) ahead += 1;
    }
    return ahead;
  }

  #forget(nowMs: number): void {
    for (const { id, seenMs, running } of this.#askers.values()) {
      if (running === null && nowMs - seenMs > FORGET_MS) this.#askers.delete(id);
    }
  }
}

function isBefore(other: Asker, asker: Asker): boolean {
  if (other.turns !== asker.turns) return other.turns < asker.turns;
  return other.sinceMs < asker.sinceMs;
}

/** The one that has had the most turns of those that must make way for the asker. */
function overdue(running: readonly Asker[], { turns }: Asker, nowMs: number): Asker | undefined {
  return running
    .filter((other) => other.turns >= turns && (other.running?.untilMs ?? nowMs) <= nowMs)
    .filter((other) => !other.running?.stop.signal.aborted)
    .sort((left, right) => right.turns - left.turns)[0];
}
