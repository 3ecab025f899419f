/**
 * A countdown to a deadline of the contract: one line that is rewritten every second on a terminal,
 * and printed once elsewhere.
 */
export interface CountdownScreen {
  readonly write: (text: string) => void;
  /** The width of the terminal; null where a line cannot be rewritten. */
  readonly columns: (() => number) | null;
}

const EVERY_MS = 1_000;
const WRITE_OVER = "\r\u001b[K";

export class Countdown {
  readonly #screen: CountdownScreen;
  #timer: NodeJS.Timeout | null = null;

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
    // One column stays free: a full line would wrap.
    const show = (): void => write(`${WRITE_OVER}${cut(line(), columns() - 1)}`);
    show();
    this.#timer = setInterval(show, EVERY_MS);
    this.#timer.unref();
  }

  /** Clears its line. */
  stop(): void {
    if (this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#screen.write(WRITE_OVER);
  }
}

function cut(line: string, columns: number): string {
  const points = [...line];
  return points.length <= columns ? line : `${points.slice(0, Math.max(0, columns - 1)).join("")}…`;
}
