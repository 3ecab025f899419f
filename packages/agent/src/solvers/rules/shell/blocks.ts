/**
 * The blocks of shell text: `if … fi`, `for … do … done`, `case … esac`, `{ … }`, and the first word
 * that is missing. Quoted text, comments and substitutions are skipped; text with a here-document is
 * not read.
 */
import { entryOf } from "../entry-of.ts";

const CLOSERS: Readonly<Record<string, string>> = {
  if: "fi",
  for: "done",
  while: "done",
  until: "done",
  select: "done",
  case: "esac",
  "{": "}",
};
/** Which word must follow the head of a block, after a separator. */
const HEAD_ENDS: Readonly<Record<string, string>> = {
  if: "then",
  elif: "then",
  for: "do",
  while: "do",
  until: "do",
  select: "do",
};
const STARTING = new Set(["do", "then", "else", "elif", "if", "while", "until", "!", "{"]);
const TOKEN =
  /'[^']*'|"(?:[^"\\]|\\.)*"|\$\([^()]*\)|`[^`]*`|(?<![^\s;&|(])#[^\n]*|\\.|[;&|()\n]|[^\s;&|()'"`\\]+/gs;
const MAX_TEXT = 10_000;

interface Block {
  readonly opener: string;
  readonly closer: string;
  readonly at: number;
  /** The word that ends its head, until it was seen. */
  awaits: string | null;
  /** Where that word stands without a separator before it. */
  unseparated: number;
  /** Where the word that closes it stands without a separator before it, or -1. */
  glued: number;
  /** Behind the first separator after its start, or -1. */
  headEnd: number;
}

export interface Gap {
  /** `done`, `fi`, …, `then`, `do` or `;`. */
  readonly missing: string;
  readonly opener: string;
  /** Where the block starts. */
  readonly from: number;
  /** Where the missing word belongs at the latest. */
  readonly at: number;
  /** The word before which a `;` is missing. */
  readonly before?: string;
}

/** The only word that is missing; null if none or several are, or too many are there. */
export function missingWord(text: string): Gap | null {
  if (text.length > MAX_TEXT || /<</.test(text)) return null;
  const open: Block[] = [];
  let isStart = true;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const top = open.at(-1);
    if (/^[;&|()\n]$/.test(token)) {
      isStart = true;
      if (top?.headEnd === -1 && /[;\n]/.test(token)) top.headEnd = index + 1;
    } else if (!isStart) {
      if (top?.awaits === token) top.unseparated = index;
      if (top?.awaits === null && top.closer === token) top.glued = index;
    } else {
      isStart = STARTING.has(token);
      if (top !== undefined && top.awaits === token) top.awaits = null;
      if (token === "elif" && top !== undefined) top.awaits = "then";
      const gap = enter(open, token, index);
      if (gap !== undefined) return gap;
    }
  }
  const [last, ...others] = open;
  if (last === undefined || others.length > 0) return null;
  return gapOf(last, text.trimEnd().length);
}

/** Opens or closes a block; a gap if another word should have come first, null if one is too many. */
function enter(open: Block[], token: string, at: number): Gap | null | undefined {
  const closer = entryOf(CLOSERS, token);
  if (closer !== undefined) {
    const awaits = entryOf(HEAD_ENDS, token) ?? null;
    open.push({ opener: token, closer, at, awaits, unseparated: -1, glued: -1, headEnd: -1 });
    return undefined;
  }
  if (!Object.values(CLOSERS).includes(token)) return undefined;
  const top = open.at(-1);
  if (top === undefined) return null;
  if (top.awaits !== null && top.unseparated !== -1) return gapOf(top, at);
  if (top.awaits !== null && top.headEnd !== -1) {
    return { missing: top.awaits, opener: top.opener, from: top.at, at: top.headEnd };
  }
  if (top.closer === token) {
    open.pop();
    return undefined;
  }
  return open.some((block) => block.closer === token) ? gapOf(top, at) : null;
}

function gapOf(block: Block, at: number): Gap {
  const { opener, closer, at: from, awaits, unseparated, glued } = block;
  if (awaits !== null && unseparated !== -1) {
    return { missing: ";", opener, from, at: unseparated, before: awaits };
  }
  return glued === -1
    ? { missing: closer, opener, from, at }
    : { missing: ";", opener, from, at: glued, before: closer };
}
