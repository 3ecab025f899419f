/**
 * A line that is rewritten every second on a terminal: a countdown to a deadline of the contract, which
 * is printed once elsewhere, or what runs at the moment.
 */
export interface CountdownScreen {
  readonly write: (text: string) => void;
  /** The width of the terminal; null where a line cannot be rewritten. */
  readonly columns: (() => number) | null;
}

const EVERY_MS = 1_000;
const LATER_MS = 300;
const COLOUR = String.raw`\x1b\[[0-9;]*m`;
/** A colour, which takes no column, or one character. */
const PIECE = new RegExp(`(${COLOUR})|.`, "gu");
const WRITE_OVER = "\r\u001b[K";

export class Countdown {
  readonly #screen: CountdownScreen;
  #timer: NodeJS.Timeout | null = null;
  #isShown = false;

  constructor(screen: CountdownScreen) {
    this.#screen = screen;
  }

  /** `line` gives the current text, already inert. */
  start(line: () => string): void {
    this.stop();
    const { write, columns } = this.#screen;
    if (columns === null) {
      write(`${line()}\n`);
      return;
    }
    this.#show(line, columns);
    this.#timer = setInterval(() => this.#show(line, columns), EVERY_MS).unref();
  }

  /** The same after a moment, so that what is over soon does not flicker; only on a terminal. */
  startLater(line: () => string): void {
    this.stop();
    if (this.#screen.columns === null) return;
    this.#timer = setTimeout(() => this.start(line), LATER_MS).unref();
  }

  #show(line: () => string, columns: () => number): void {
    this.#isShown = true;
    // One column stays free: a full line would wrap.
    this.#screen.write(`${WRITE_OVER}${cut(line(), columns() - 1)}`);
  }

  /** Clears its line. */
  stop(): void {
    if (this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    if (this.#isShown) this.#screen.write(WRITE_OVER);
    this.#isShown = false;
  }
}

/** Colours stay: what they begin must end. */
function cut(line: string, columns: number): string {
  const pieces = [...line.matchAll(PIECE)];
  if (pieces.filter(([, colour]) => colour === undefined).length <= columns) return line;
  let room = columns - 1;
  const kept = pieces.map(([piece, colour]) => {
    if (colour !== undefined) return colour;
    room -= 1;
    if (room === -1) return "…";
    return room < 0 ? "" : piece;
  });
  return kept.join("");
}
