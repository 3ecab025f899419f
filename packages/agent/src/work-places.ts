/** So many contracts at once. Whoever finds no place free waits for one, in order. */
export class WorkPlaces {
  readonly #count: number;
  readonly #queue: (() => void)[] = [];
  #taken = 0;

  constructor(count: number) {
    this.#count = count;
  }

  get isFull(): boolean {
    return this.#taken >= this.#count;
  }

  async take(): Promise<void> {
    if (!this.isFull) return this.takeAnyway();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue.push(resolve);
    await promise;
  }

  /** For what cannot be turned away, also where there is no place for it. */
  takeAnyway(): void {
    this.#taken += 1;
  }

  /** Whoever waits gets the place itself, so that nobody comes in between. */
  free(): void {
    const next = this.#taken > this.#count ? undefined : this.#queue.shift();
    if (next === undefined) this.#taken -= 1;
    else next();
  }
}
