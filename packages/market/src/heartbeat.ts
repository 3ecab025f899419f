/**
 * When the market ran, and its outages.
 *
 * Every process notes in the store, twice a second, that it runs. A silence of more than a second
 * is a gap: no process ran, its event loop stood still, or the store accepted no writes. The next beat
 * ends it, and comes before any act after it is decided: an extension is part of a published gap.
 */
import { type Gap, MIN_GAP_MS } from "@bazaar/kernel";
import type { Clock } from "./ports/clock.ts";
import type { Outages } from "./ports/outages.ts";
import { type Beat, MAX_GAPS, MAX_PAGE, type Store, StoreUnavailable } from "./ports/store.ts";

export const BEAT_MS = 500;

type Beats = Pick<Store, "beat" | "lastBeat" | "gaps">;

export class Heartbeat implements Outages {
  readonly #store: Beats;
  readonly #clock: Clock;
  /** The last beat that this process knows of; null before the first of this market. */
  #last: Beat | null;

  private constructor(store: Beats, clock: Clock, last: Beat | null) {
    this.#store = store;
    this.#clock = clock;
    this.#last = last;
  }

  /** Begins with a beat, which ends the gap of a restart; if that fails, the gap stays open. */
  static async start(store: Beats, clock: Clock): Promise<Heartbeat> {
    const heartbeat = new Heartbeat(store, clock, await store.lastBeat());
    await heartbeat.#tryToBeat();
    return heartbeat;
  }

  /** Notes that the market is there now. */
  async beat(): Promise<Beat> {
    this.#last = await this.#store.beat(this.#clock.nowMs());
    return this.#last;
  }

  /** Whether the last beat of this process is too long ago. */
  get isSilent(): boolean {
    return isGap(this.#last, this.#clock.nowMs());
  }

  async since(afterMs: number, nowMs: number): Promise<readonly Gap[]> {
    // A beat publishes the gap before anything is decided by it, unless another process was there.
    if (isGap(this.#last, nowMs)) await this.#tryToBeat();
    const last = this.#last;
    if (last === null) return [];
    const open = isGap(last, nowMs) ? [{ fromMs: last.atMs, toMs: nowMs }] : [];
    if (last.lastGapMs <= afterMs) return open;
    return [...(await gapsSince(this.#store, afterMs, nowMs)), ...open];
  }

  /** If nothing can be written, the gap stays open. */
  async #tryToBeat(): Promise<void> {
    try {
      await this.beat();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      this.#last = await this.#store.lastBeat();
    }
  }
}

/** All gaps that end after `afterMs` and begin before `beforeMs`, oldest first. */
export async function gapsSince(
  store: Pick<Store, "gaps">,
  afterMs: number,
  beforeMs: number,
): Promise<readonly Gap[]> {
  const newestFirst: Gap[] = [];
  for (let pages = 0; pages < MAX_GAPS / MAX_PAGE; pages += 1) {
    const oldestMs = newestFirst.at(-1)?.fromMs ?? beforeMs;
    const page = await store.gaps({ afterMs, beforeMs: oldestMs, limit: MAX_PAGE });
    newestFirst.push(...page);
    if (page.length < MAX_PAGE) break;
  }
  return newestFirst.reverse();
}

/** The latest time that this market has stored: after a restart its clock goes on from there. */
export async function lastSeenMs(
  store: Pick<Store, "lastBeat" | "lastNo" | "feed">,
): Promise<number> {
  const [newest] = await store.feed(Math.max(0, (await store.lastNo()) - 1), 1);
  return Math.max((await store.lastBeat())?.atMs ?? 0, newest?.receivedAtMs ?? 0);
}

function isGap(last: Beat | null, nowMs: number): boolean {
  return last !== null && nowMs - last.atMs > MIN_GAP_MS;
}
