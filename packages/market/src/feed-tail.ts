/**
 * The end of the feed, read once per process for all listeners.
 *
 * An announcement is a hint: the entries come from the store, in order and without gaps. Without
 * listeners nothing is read.
 */
import type { Feed } from "./ports/feed.ts";
import type { Watch } from "./ports/market.ts";
import { MAX_PAGE, type Store, type StoredEntry, StoreUnavailable } from "./ports/store.ts";

type Listener = (entries: readonly StoredEntry[]) => void;

export class FeedTail implements Disposable {
  readonly #store: Pick<Store, "feed">;
  readonly #listeners = new Set<Listener>();
  readonly #unsubscribe: () => void;
  #no: number;
  #reading: Promise<void> | null = null;
  #isBehind = false;

  constructor(store: Pick<Store, "feed">, feed: Feed, no: number) {
    this.#store = store;
    this.#no = no;
    this.#unsubscribe = feed.subscribe((announced) => this.#hear(announced));
  }

  watch(listener: Listener): Watch {
    this.#listeners.add(listener);
    return { afterNo: this.#no, stop: () => this.#listeners.delete(listener) };
  }

  /** Reads on; also called regularly, since an announcement may be lost. */
  async read(): Promise<void> {
    this.#isBehind = true;
    this.#reading ??= this.#readOn().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  [Symbol.dispose](): void {
    this.#unsubscribe();
    this.#listeners.clear();
  }

  #hear(announced: number): void {
    if (announced <= this.#no) return;
    // Numbers follow the order of commits, so everything up to this one is in the store.
    if (this.#listeners.size === 0) this.#no = announced;
    else this.read().catch(ignoreUnavailable);
  }

  async #readOn(): Promise<void> {
    while (this.#isBehind && this.#listeners.size > 0) {
      this.#isBehind = false;
      const page = await this.#store.feed(this.#no, MAX_PAGE);
      const last = page.at(-1);
      if (last === undefined) continue;
      this.#no = last.no;
      this.#isBehind ||= page.length === MAX_PAGE;
      for (const listener of this.#listeners) listener(page);
    }
  }
}

/** Nothing is lost: the next read continues from the same number. */
function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}
