/**
 * Shares few places among many checks, so that long ones of strangers cannot keep a short one waiting
 * until its window is over.
 *
 * A check whose turn is over makes way for one that has had fewer or as many, and starts anew when it is
 * its turn again, with four times the time. It then makes way for newcomers at once: if a turn that has
 * begun were kept, two checks that never end would soon hold both places for a whole window.
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
  /** How many it has had, or how many the time that it ran amounts to. */
  turns: number;
  running: { readonly fromMs: number; readonly stop: AbortController } | null;
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
      if (stopping.length <= ahead) stopMostServed(running, asker, nowMs);
      return null;
    }
    const stop = new AbortController();
    asker.running = { fromMs: nowMs, stop };
    return stop.signal;
  }

  /** What took a turn has ended it: for good, or until it asks again. */
  leave(id: string, nowMs: number): void {
    const asker = this.#askers.get(id);
    if (asker?.running?.stop.signal.aborted) {
      asker.running = null;
      asker.seenMs = nowMs;
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

/** Stops the one that has had the most turns, of those that must make way for the asker. */
function stopMostServed(running: readonly Asker[], { turns }: Asker, nowMs: number): void {
  const [most] = running
    .map((other) => ({ other, had: turnsHad(other, nowMs) }))
    .filter(({ other, had }) => had > turns && !other.running?.stop.signal.aborted)
    .sort((left, right) => right.had - left.had);
  if (most === undefined) return;
  most.other.turns = most.had;
  most.other.running?.stop.abort();
}

/** With the turns that are over since it started to run. */
function turnsHad({ turns, running }: Asker, nowMs: number): number {
  const ranMs = nowMs - (running?.fromMs ?? nowMs);
  let had = turns;
  while (ranMs >= FIRST_TURN_MS * GROWTH ** had) had += 1;
  return had;
}
