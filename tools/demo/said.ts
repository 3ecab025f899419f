import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

const READY_MS = 30_000;

/** What a program says about itself once it is ready. */
export async function said(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = "";
  const late = AbortSignal.timeout(READY_MS);
  for await (const [bytes] of eventsOf(child, late)) {
    text += bytes;
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`a program of the demo ended: ${text}`);
}

function eventsOf(child: ChildProcess, signal: AbortSignal): AsyncIterable<[Buffer]> {
  const { stdout } = child;
  if (stdout === null) throw new Error("a program of the demo has no output");
  return {
    async *[Symbol.asyncIterator]() {
      for (;;) yield (await once(stdout, "data", { signal })) as [Buffer];
    },
  };
}

/** Ends them, the last one first. */
export async function endAll(running: readonly ChildProcess[]): Promise<void> {
  for (const child of running.toReversed()) {
    const left = once(child, "exit");
    if (child.kill("SIGTERM")) await left;
  }
}
