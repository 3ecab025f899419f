import type { Feed } from "@bazaar/market/ports";

/** The feed within one process. */
export class MemoryFeed implements Feed {
  readonly #listeners = new Set<(no: number) => void>();

  publish(no: number): void {
    for (const listener of this.#listeners) listener(no);
  }

  subscribe(listener: (no: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
