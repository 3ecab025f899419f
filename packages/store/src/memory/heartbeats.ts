import { type Gap, MIN_GAP_MS } from "@bazaar/kernel";
import { type Beat, type GapQuery, MAX_GAPS } from "@bazaar/market/ports";

/** The last beat, and the gaps between beats, oldest first. */
export class Heartbeats {
  #atMs: number | null = null;
  readonly #gaps: Gap[] = [];

  beat(nowMs: number): Beat {
    const lastMs = this.#atMs ?? nowMs;
    if (nowMs - lastMs > MIN_GAP_MS) this.#add({ fromMs: lastMs, toMs: nowMs });
    this.#atMs = Math.max(lastMs, nowMs);
    return this.#last(this.#atMs);
  }

  last(): Beat | null {
    return this.#atMs === null ? null : this.#last(this.#atMs);
  }

  gaps({ afterMs, beforeMs, limit }: GapQuery): readonly Gap[] {
    return this.#gaps
      .filter(({ fromMs, toMs }) => toMs > afterMs && fromMs < beforeMs)
      .toReversed()
      .slice(0, limit);
  }

  #last(atMs: number): Beat {
    return { atMs, lastGapMs: this.#gaps.at(-1)?.toMs ?? 0 };
  }

  #add(gap: Gap): void {
    this.#gaps.push(gap);
    if (this.#gaps.length > MAX_GAPS) this.#gaps.shift();
  }
}
