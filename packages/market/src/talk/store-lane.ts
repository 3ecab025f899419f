import { Lanes } from "../lanes.ts";
import { StoreUnavailable } from "../ports/store.ts";

/** Many agents may talk on while a store stands still. */
export const MAX_WAITING = 1_000;

/** What is done with the store, one after another; what comes when too much waits is refused. */
export class StoreLane {
  readonly #lanes = new Lanes();
  #waiting = 0;

  /** @throws StoreUnavailable */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MAX_WAITING) throw new StoreUnavailable("too much waits for the store");
    this.#waiting += 1;
    try {
      return await this.#lanes.run("", work);
    } finally {
      this.#waiting -= 1;
    }
  }
}
