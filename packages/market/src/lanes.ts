/**
 * One task at a time per name. Acts on one contract queue here instead of losing races against each
 * other; races between processes are decided by the store.
 */
export class Lanes {
  /** Resolves when the last task of the lane is done. */
  readonly #left = new Map<string, Promise<void>>();

  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#left.get(name);
    const mine = before === undefined ? work() : before.then(work);
    const leave = (): void => {
      if (this.#left.get(name) === left) this.#left.delete(name);
    };
    const left = mine.then(leave, leave);
    this.#left.set(name, left);
    return mine;
  }
}
