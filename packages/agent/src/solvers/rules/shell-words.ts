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
}

const MAX_WORDS = 500;
const SEPARATORS = new Set([";", "&", "|", "\n", "(", ")"]);
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
  const close = () => {
    const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word.raw));
    const program = words[first];
    if (program !== undefined) {
      calls.push({
        assignments: words.slice(0, first),
        program,
        operands: words.slice(first + 1),
        files,
      });
    }
    words = [];
    files = [];
  };
  for (const { kind, word } of pieces(command)) {
    if (kind === "separator") close();
    else if (kind === "redirection") takesFile = true;
    else if (takesFile) files.push(word);
    else words.push(word);
    if (kind === "word") takesFile = false;
  }
  close();
  return calls;
}

function pieces(command: string): readonly Piece[] {
  const found: Piece[] = [];
  let at = 0;
  while (at < command.length && found.length < MAX_WORDS) {
    const here = command.charAt(at);
    if (here === " " || here === "\t") at += 1;
    else if (SEPARATORS.has(here)) {
      found.push({ kind: "separator", word: cut(command, at, at + 1, null) });
      at += 1;
    } else if (here === ">" || here === "<") {
      const end = command.charAt(at + 1) === here ? at + 2 : at + 1;
      const skip = command.charAt(end) === "&" ? end + 1 : end;
      found.push({ kind: "redirection", word: cut(command, at, skip, null) });
      at = skip;
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
    } else if (/[\s;&|()<>]/.test(here)) break;
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
