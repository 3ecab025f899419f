/** Ends this program in order, after a signal or an internal error. */
import closeWithGrace from "close-with-grace";

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
type Signal = (typeof SIGNALS)[number];

/** What arrives sooner is the first signal again, passed on by npm, `timeout` or our launcher. */
const REPEATED_MS = 1_000;

export interface Ending {
  readonly err?: Error;
  readonly signal: Signal | null;
}

/**
 * Calls `close` once and ends the process when that is done or `delayMs` have passed. A later signal
 * ends it at once, except SIGTERM, which arrives again when npm's shell is gone; SIGKILL is stronger.
 */
export function closeOnSignal(delayMs: number, close: (ending: Ending) => Promise<void>): void {
  let first: { readonly signal: Signal; readonly atMs: number } | null = null;
  const closing = closeWithGrace(
    { delay: delayMs, logger: false, skip: ["beforeExit", ...SIGNALS] },
    ({ err }) => close({ ...(err === undefined ? {} : { err }), signal: first?.signal ?? null }),
  );
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      const atMs = performance.now();
      if (first === null) {
        first = { signal, atMs };
        closing.close();
      } else if (signal !== "SIGTERM" && atMs - first.atMs > REPEATED_MS) process.exit(1);
    });
  }
}
