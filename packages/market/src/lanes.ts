/**
 * One thing at a time per name. Acts on one contract queue up here instead of losing the race for
 * its head to one another; other processes are kept apart by the store alone.
 */
export class Lanes {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name);
    // Whoever was before has told its own caller how it went.
    const mine = before === undefined ? work() : before.then(work, work);
    this.#last.set(name, mine);
    const leave = (): void => {
      if (this.#last.get(name) === mine) this.#last.delete(name);
    };
    mine.then(leave, leave);
    return mine;
  }
}
