/**
 * `bazaar session diff`: the lines between the first and the last that differ. Lines at both ends
 * that are the same are left out, which takes linear time for files of any size.
 */
import { outlineHash, replayText, type Trajectory, trajectoryHash } from "@bazaar/kernel";
import { sayLine } from "@bazaar/terminal";
import { readValidSession } from "./read-session-file.ts";
import { eventWords } from "./words.ts";

const EXIT_DIFFERENT = 1;
const MAX_LINES = 100;

export function diffSessions(one: string, other: string): void {
  const [left, right] = [readValidSession(one), readValidSession(other)];
  if (trajectoryHash(left) === trajectoryHash(right)) {
    sayLine("the same trajectory");
    return;
  }
  process.exitCode = EXIT_DIFFERENT;
  if (outlineHash(left) === outlineHash(right)) {
    sayLine("the same outline: they differ only in content that can be redacted");
  }
  const [from, end] = differing(textsOf(left), textsOf(right));
  printSide("-", left, from, left.lines.length - end);
  printSide("+", right, from, right.lines.length - end);
}

function textsOf(session: Trajectory): readonly string[] {
  return replayText(session).split("\n").slice(0, -1);
}

/** How many lines are the same at the start, and at the end of the rest. */
function differing(left: readonly string[], right: readonly string[]): readonly [number, number] {
  const shorter = Math.min(left.length, right.length);
  let from = 0;
  while (from < shorter && left[from] === right[from]) from += 1;
  let end = 0;
  while (end < shorter - from && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  return [from, end];
}

function printSide(sign: string, session: Trajectory, from: number, to: number): void {
  for (let at = from; at < Math.min(to, from + MAX_LINES); at += 1) {
    const event = session.events[at];
    if (event === undefined) continue;
    sayLine(`${sign} ${at + 1}: ${eventWords(event, session.lines[at] ?? {})}`);
  }
  const left = to - from - MAX_LINES;
  if (left > 0) sayLine(`${sign} and ${left} more lines`);
}
