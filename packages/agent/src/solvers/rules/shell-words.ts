/**
 * Splits a command line into words with their positions, so that one word can be replaced and the
 * rest stays exactly as typed.
 *
 * It expands nothing: a word that a shell would expand has no value here.
 */
export interface Word {
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  /** Without quotes; null if a shell would expand it. */
  readonly value: string | null;
}

/** One simple command between separators: assignments, a program and its operands. */
export interface Call {
  readonly assignments: readonly Word[];
  readonly program: Word;
  readonly operands: readonly Word[];
  /** Targets of redirections. */
  readonly files: readonly Word[];
  /** The separators around it, such as `&&`; empty at the ends of the command. */
  readonly before: string;
  readonly after: string;
  /** How many parentheses are open around it. */
  readonly depth: number;
}

const MAX_WORDS = 500;
const SEPARATOR = /&&|\|\||\|&|;;|[;&|\n()]/y;
const REDIRECTION = /&>>?|<<<|<<-?|[<>]>?[&|]?/y;
/** Words before a simple command that do not belong to it. */
const RESERVED = new Set(["if", "then", "elif", "else", "while", "until", "do", "!", "{"]);
const EXPANDING = new Set(["$", "`", "*", "?", "[", "{"]);

interface Piece {
  readonly kind: "word" | "separator" | "redirection";
  readonly word: Word;
}

export function readCalls(command: string): readonly Call[] {
  const calls: Call[] = [];
  let words: Word[] = [];
  let files: Word[] = [];
  let takesFile = false;
  let before = "";
  let depth = 0;
  const close = (after: string) => {
    const call = callIn(words, files);
    if (call !== null) calls.push({ ...call, before, after, depth });
    words = [];
    files = [];
    before = after;
    depth += after === "(" ? 1 : after === ")" ? -1 : 0;
  };
  for (const { kind, word } of pieces(command)) {
    if (kind === "separator") close(word.raw);
    else if (kind === "redirection") takesFile = true;
    else if (takesFile) files.push(word);
    else words.push(word);
    if (kind === "word") takesFile = false;
  }
  close("");
  return calls;
}

function callIn(
  words: readonly Word[],
  files: readonly Word[],
): Pick<Call, "assignments" | "program" | "operands" | "files"> | null {
  const start = words.findIndex(({ raw }) => !RESERVED.has(raw));
  const own = start === -1 ? [] : words.slice(start);
  const first = own.findIndex((word) => !isAssignment(word));
  const program = own[first];
  if (program === undefined) return null;
  return { assignments: own.slice(0, first), program, operands: own.slice(first + 1), files };
}

export function isAssignment({ raw }: Word): boolean {
  return /^[A-Za-z_]\w*=/.test(raw);
}

function pieces(command: string): readonly Piece[] {
  const found: Piece[] = [];
  let at = 0;
  while (at < command.length && found.length < MAX_WORDS) {
    const redirection = matchAt(REDIRECTION, command, at);
    const separator = matchAt(SEPARATOR, command, at);
    if (isBlank(command.charAt(at))) at += 1;
    else if (redirection !== -1 || separator !== -1) {
      const [kind, end] =
        redirection === -1
          ? (["separator", separator] as const)
          : (["redirection", redirection] as const);
      found.push({ kind, word: cut(command, at, end, null) });
      at = end;
    } else {
      const word = readWord(command, at);
      // `2>`: the number belongs to the redirection.
      const isDescriptor = /^\d$/.test(word.raw) && /[<>]/.test(command.charAt(word.end));
      if (!isDescriptor) found.push({ kind: "word", word });
      at = word.end;
    }
  }
  return found;
}

/** Other white space, such as a non-breaking space, is part of a word. */
function isBlank(character: string): boolean {
  return character === " " || character === "\t";
}

/** Where the match at this position ends, or -1. */
function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function cut(command: string, start: number, end: number, value: string | null): Word {
  return { start, end, raw: command.slice(start, end), value };
}

function readWord(command: string, start: number): Word {
  let at = start;
  let value: string | null = "";
  const add = (text: string | null) => {
    value = value === null || text === null ? null : value + text;
  };
  while (at < command.length) {
    const here = command.charAt(at);
    if (here === "'" || here === '"') {
      const end = closing(command, at, here);
      if (end === -1) return cut(command, start, command.length, null);
      add(unquoted(command.slice(at + 1, end), here));
      at = end + 1;
    } else if (here === "\\") {
      add(command.charAt(at + 1));
      at += 2;
    } else if (/[ \t\n;&|()<>]/.test(here)) break;
    else {
      add(EXPANDING.has(here) || (here === "~" && at === start) ? null : here);
      at += 1;
    }
  }
  return cut(command, start, Math.min(at, command.length), value);
}

/** The position of the closing quote, or -1. */
function closing(command: string, at: number, mark: string): number {
  let end = at + 1;
  while (end < command.length && command.charAt(end) !== mark) {
    end += mark === '"' && command.charAt(end) === "\\" ? 2 : 1;
  }
  return end < command.length ? end : -1;
}

function unquoted(inside: string, mark: string): string | null {
  if (mark === "'") return inside;
  if (/[$`]/.test(inside.replaceAll(/\\[\\$`"]/g, ""))) return null;
  return inside.replaceAll(/\\([\\$`"])/g, "$1");
}
