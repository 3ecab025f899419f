import { createInterface } from "node:readline/promises";

export function isAskable(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** False too if the signal aborts or the input ends. */
export async function askYes(question: string, signal: AbortSignal): Promise<boolean> {
  using terminal = createInterface({ input: process.stdin, output: process.stderr });
  terminal.on("SIGINT", () => void process.kill(process.pid, "SIGINT"));
  const ended = new AbortController();
  terminal.on("close", () => ended.abort());
  try {
    const until = AbortSignal.any([signal, ended.signal]);
    return /^y(?:es)?$/i.test(
      (await terminal.question(`${question} [y/N] `, { signal: until })).trim(),
    );
  } catch (error) {
    if (signal.aborted || ended.signal.aborted) return false;
    throw error;
  }
}
