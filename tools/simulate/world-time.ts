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
  /** When the machine's clock was set. */
  readonly #setMs: number[] = [];

  sources(skewMs: number): TimeSources {
    return {
      wallMs: () => this.nowMs + this.#offMs + skewMs,
      monotonicMs: () => this.nowMs,
    };
  }

  setClock(byMs: number): void {
    this.#offMs += byMs;
    this.#setMs.push(this.nowMs);
  }

  /** Passes the time of an outage. */
  passAway(ms: number): void {
    if (ms === 0) return;
    const fromMs = this.nowMs;
    this.nowMs += ms;
    this.#absences.push({ fromMs, toMs: this.nowMs });
  }

  /**
   * How long the market ran since then, and how often its processes had to agree on the time anew:
   * after an outage, and when they start again on a clock that was set.
   */
  liveSince(fromMs: number): { readonly ms: number; readonly breaks: number } {
    const since = this.#absences.filter(({ toMs }) => toMs > fromMs);
    const away = since.reduce((sum, gap) => sum + gap.toMs - Math.max(gap.fromMs, fromMs), 0);
    const sets = this.#setMs.filter((setMs) => setMs >= fromMs);
    return { ms: this.nowMs - fromMs - away, breaks: since.length + sets.length };
  }
}
