/** First in, first out, in constant time each: an array that is shifted costs its whole length. */
export interface Queue<T> {
  readonly add: (item: T) => void;
  first(): T | undefined;
  drop(): void;
}

const MAX_DROPPED = 1_024;

export function makeQueue<T>(): Queue<T> {
  let items: T[] = [];
  let dropped = 0;
  return {
    add: (item) => void items.push(item),
    first: () => items[dropped],
    drop() {
      dropped += 1;
      if (dropped < MAX_DROPPED || dropped * 2 < items.length) return;
      items = items.slice(dropped);
      dropped = 0;
    },
  };
}
