/** Of a longer pause, only this much counts. */
const TURN_MS = 250;

/**
 * The time in which this process could act. While it searches a tree for keys, or waits for a
 * processor, it cannot stop what has reached its limit: such a pause says nothing about the limit.
 */
export class OwnTime implements Disposable {
  #countedMs = 0;
  #lastMs = performance.now();
  readonly #timer = setInterval(() => this.#count(), TURN_MS / 5);

  get nowMs(): number {
    this.#count();
    return this.#countedMs;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #count(): void {
    const nowMs = performance.now();
    this.#countedMs += Math.min(nowMs - this.#lastMs, TURN_MS);
    this.#lastMs = nowMs;
  }
}
