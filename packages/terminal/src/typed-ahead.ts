/** Discards what was typed before a question was shown, so that it answers nothing. */
import { closeSync, constants, openSync, readSync } from "node:fs";

/** The terminal by either name; after a change of user one of them may not be readable. */
const TERMINALS = ["/proc/self/fd/0", "/dev/tty"];
const AS_IT_COMES = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
/** What exceeds the terminal's buffer arrives a moment after it was read. */
const SETTLES_MS = 20;
const MAX_ROUNDS = 100;
const CTRL_C = 3;

/**
 * Reports whether it contained Ctrl+C. The terminal must be in raw mode, or an unfinished line stays
 * in it. This blocks, so that nothing else reads meanwhile.
 */
export function dropTypedAhead(): { readonly isInterrupt: boolean } {
  const bytes = Buffer.alloc(4_096);
  let isInterrupt = false;
  for (const path of TERMINALS) {
    const terminal = opened(path);
    if (terminal === null) continue;
    try {
      let rounds = 0;
      for (let length = -1; length !== 0 && rounds < MAX_ROUNDS; rounds += 1) {
        length = readNow(terminal, bytes);
        isInterrupt ||= bytes.subarray(0, length).includes(CTRL_C);
        if (length > 0) Atomics.wait(NEVER, 0, 0, SETTLES_MS);
      }
      // Endless input does not come from a person.
      isInterrupt ||= rounds === MAX_ROUNDS;
    } finally {
      closeSync(terminal);
    }
  }
  return { isInterrupt };
}

const NEVER = new Int32Array(new SharedArrayBuffer(4));

function opened(path: string): number | null {
  try {
    return openSync(path, AS_IT_COMES);
  } catch {
    // No permission; the other name works then.
    return null;
  }
}

function readNow(terminal: number, into: Buffer): number {
  try {
    return readSync(terminal, into, 0, into.length, null);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Nothing there, or a terminal that is gone: its end is read where the answer is.
    if (code === "EAGAIN" || code === "EIO") return 0;
    throw error;
  }
}
