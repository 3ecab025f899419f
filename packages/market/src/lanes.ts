/**
 * One thing at a time per name. Acts on one contract queue up here instead of losing the race for
 * its head to one another; other processes are kept apart by the store alone.
 */
export class Lanes {
  /** Each settles, with nothing, when the last in its lane is done. */
  readonly #left = new Map<string, Promise<void>>();

  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#left.get(name);
    // Whoever was before has told its own caller how it went.
    const mine = before === undefined ? work() : before.then(work);
    const leave = (): void => {
      if (this.#left.get(name) === left) this.#left.delete(name);
    };
    // What the work gave is not kept: a Map that is always written to holds on to what was in it.
    const left = mine.then(leave, leave);
    this.#left.set(name, left);
    return mine;
  }
}
