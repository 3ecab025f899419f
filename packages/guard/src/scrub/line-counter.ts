/** Where in a text something stands, from 1. Each line end is looked for once. */
export interface LineCounter {
  readonly line: number;
  readonly column: number;
  /** Moves on to a place. `text` is what is held of the whole, from `base` on. */
  countTo(text: string, base: number, until: number): void;
}

const LINE_END = "\n";

export function lineCounter(): LineCounter {
  let [line, column, counted] = [1, 1, 0];
  /** A line end, or the end of what was held when one was looked for. */
  let stop = 0;
  return {
    get line() {
      return line;
    },
    get column() {
      return column;
    },
    countTo(text, base, until) {
      while (stop < until) {
        if (text[stop - base] === LINE_END) {
          line += 1;
          column = 1;
          stop += 1;
          counted = stop;
        }
        const next = text.indexOf(LINE_END, stop - base);
        stop = base + (next === -1 ? text.length : next);
      }
      column += until - counted;
      counted = until;
    },
  };
}
