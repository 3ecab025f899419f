/** Limits how many run at once; those that wait go first in, first out. */
export class Semaphore {
  readonly #count: number;
  readonly #queue: (() => void)[] = [];
  #taken = 0;

  constructor(count: number) {
    this.#count = count;
  }

  get isFull(): boolean {
    return this.#taken >= this.#count;
  }

  async acquire(): Promise<void> {
    if (!this.isFull) return this.acquireAnyway();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue.push(resolve);
    await promise;
  }

  /** Exceeds the count if it must. */
  acquireAnyway(): void {
    this.#taken += 1;
  }

  /** Hands the slot to the next in the queue, so that no newcomer gets it first. */
  release(): void {
    const next = this.#taken > this.#count ? undefined : this.#queue.shift();
    if (next === undefined) this.#taken -= 1;
    else next();
  }
}
