/**
 * The time of a world: what really passes, what the machine's clock says, and when nobody could
 * reach the market. The auditor measures with it, so the market's own clock is not used here.
 */
import type { Gap } from "@bazaar/kernel";
import type { TimeSources } from "@bazaar/market";
import { START_MS } from "@bazaar/testkit";

export class WorldTime {
  nowMs = START_MS;
  /** How far the machine's clock is off. */
  #offMs = 0;
  readonly #absences: Gap[] = [];

  sources(skewMs: number): TimeSources {
    return {
      wallMs: () => this.nowMs + this.#offMs + skewMs,
      monotonicMs: () => this.nowMs,
    };
  }

  setClock(byMs: number): void {
    this.#offMs += byMs;
  }

  /** Passes time in which the market is not there. */
  passAway(ms: number): void {
    if (ms === 0) return;
    const fromMs = this.nowMs;
    this.nowMs += ms;
    this.#absences.push({ fromMs, toMs: this.nowMs });
  }

  /** How long the market was there since then, and how often it was away. */
  liveSince(fromMs: number): { readonly ms: number; readonly absences: number } {
    const since = this.#absences.filter(({ toMs }) => toMs > fromMs);
    const away = since.reduce((sum, gap) => sum + gap.toMs - Math.max(gap.fromMs, fromMs), 0);
    return { ms: this.nowMs - fromMs - away, absences: since.length };
  }
}
