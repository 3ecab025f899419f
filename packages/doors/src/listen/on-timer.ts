/** Calls `run` periodically, without keeping the process alive, until the function it gives is called. */
export type Every = (ms: number, run: () => void) => () => void;

/** Calls `run` once, unless the function it gives is called before. */
export type After = (ms: number, run: () => void) => () => void;

export function onTimer(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  timer.unref();
  return () => clearInterval(timer);
}

export function afterTime(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  timer.unref();
  return () => clearTimeout(timer);
}
