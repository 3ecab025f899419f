/**
 * Hex digits right beside something that is redacted: together they were one long run, a key most
 * likely, and what is left of it goes too. A placeholder that stands in the text already counts as
 * well: a program may have redacted a part, or written it there to hide the rest from the rules.
 */
import { MAX_WORD } from "./rules/hex-words.ts";
import { endAt, type Match, matchAt, type View } from "./view.ts";

/** Shorter runs are ids of all kinds. */
const LONG = 40;
const MAX_BEHIND = 1_024;

const HEX = "[0-9a-fA-F]";
const BEFORE = new RegExp(`(?<=(${HEX}{1,${MAX_WORD}}))`, "y");
const BEHIND = new RegExp(`${HEX}{0,${MAX_BEHIND}}`, "y");
const ALL = new RegExp(`^${HEX}+$`);

/** The match with the hex digits around it, if these are many. */
export function aroundHex({ text, floor }: View, match: Match): Match {
  const before = matchAt(BEFORE, text, match.start)?.[1]?.length ?? 0;
  const start = Math.max(floor, 0, match.start - before);
  // Where its end is not known yet, what follows is redacted as long as it looks alike.
  const end = match.goesOn === undefined ? endAt(BEHIND, text, match.end) : match.end;
  const outside = match.start - start + end - match.end;
  if (outside === 0) return match;
  const inside = text.slice(match.start, match.end);
  if (outside + (ALL.test(inside) ? inside.length : 0) < LONG) return match;
  const wide = { ...match, start, end };
  return end - match.end < MAX_BEHIND ? wide : { ...wide, goesOn: "token" };
}

/** The digits on both sides of a placeholder in the text, with it; null if they are few. */
export function hexCutByPlaceholder(view: View, start: number, end: number): Match | null {
  const placeholder = { start, end, category: "high-entropy-hex" } as const;
  const wide = aroundHex(view, placeholder);
  return wide === placeholder ? null : wide;
}
