/** Where in a text something stands, from 1. Each line end is looked for once. */
export interface LineCounter {
  line: number;
  column: number;
  /** How far the text is counted. */
  counted: number;
  /** A line end, or the end of what was held when one was looked for. */
  stop: number;
}

const LINE_END = 10;

export function lineCounter(): LineCounter {
  return { line: 1, column: 1, counted: 0, stop: 0 };
}

/** Moves on to a place. `text` is what is held of the whole, from `base` on. */
export function countTo(counter: LineCounter, text: string, base: number, until: number): void {
  while (counter.stop < until) passStop(counter, text, base);
  counter.column += until - counter.counted;
  counter.counted = until;
}

function passStop(counter: LineCounter, text: string, base: number): void {
  const { stop } = counter;
  let from = stop - base;
  if (text.charCodeAt(from) === LINE_END) {
    counter.line += 1;
    counter.column = 1;
    counter.counted = stop + 1;
    from += 1;
  }
  const next = text.indexOf("\n", from);
  counter.stop = base + (next === -1 ? text.length : next);
}
