/** First in, first out: an array that is shifted would cost its whole length each time. */
export interface Queue<T> {
  items: readonly T[];
  /** How many of the items were dropped. */
  dropped: number;
}

export function makeQueue<T>(): Queue<T> {
  return { items: [], dropped: 0 };
}

/** What was dropped is let go. Meant for many at once: what is left is copied. */
export function addAll<T>(queue: Queue<T>, more: readonly T[]): void {
  if (more.length === 0) return;
  const { items, dropped } = queue;
  queue.items = dropped === items.length ? more : items.slice(dropped).concat(more);
  queue.dropped = 0;
}

export function firstOf<T>({ items, dropped }: Queue<T>): T | undefined {
  return dropped < items.length ? items[dropped] : undefined;
}

export function drop<T>(queue: Queue<T>): void {
  queue.dropped += 1;
}
