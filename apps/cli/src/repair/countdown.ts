/**
 * A window of the contract that runs out: one line that is written over every second where
 * somebody watches, and one line said once where nobody does.
 */
export interface CountdownScreen {
  readonly write: (text: string) => void;
  /** Whether a line can be written over, and for how many columns. */
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

  /** `line` says how it stands now; its text must be inert already. */
  start(line: () => string): void {
    this.stop();
    const { write, columns } = this.#screen;
    if (columns === null) {
      write(`${line()}\n`);
      return;
    }
    // One column stays free: a terminal that is written full goes to its next line.
    const show = (): void => write(`${WRITE_OVER}${cut(line(), columns() - 1)}`);
    show();
    this.#timer = setInterval(show, EVERY_MS);
    this.#timer.unref();
  }

  /** Clears its line, so that whatever comes next stands there. */
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
