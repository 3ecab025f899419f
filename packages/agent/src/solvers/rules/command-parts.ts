/**
 * The commands inside a command: behind `cd x &&`, in `bash -c '…'`, behind `sudo`, `env A=b` or
 * `nohup`. Each can be corrected on its own; the rest of the command stays exactly as typed, and
 * what was quoted is quoted again.
 */
import { quoteWord } from "@bazaar/work";
import { quotedPath } from "./quote.ts";
import { type Call, readCalls, type Word } from "./shell-words.ts";
import { argumentOf } from "./wrappers.ts";

const MAX_DEPTH = 4;
const MAX_PARTS = 12;
const SHELLS = new Set(["bash", "sh", "dash", "zsh", "ash", "ksh", "fish", "su"]);

export interface CommandPart {
  readonly command: string;
  /** Shell words: the directories entered before it. Null if one of them is not known. */
  readonly directories: readonly string[] | null;
  /** Whether it is an argument of another command, as after `nohup`. */
  readonly isArgument: boolean;
  /** The whole command with a correction of this part; null if it does not fit there. */
  readonly put: (correction: string) => string | null;
}

/** The innermost first, the whole command last. */
export function commandParts(command: string): readonly CommandPart[] {
  const whole = { command, directories: [], isArgument: false, put: (text: string) => text };
  return opened(whole, 0).slice(-MAX_PARTS);
}

function opened(part: CommandPart, depth: number): readonly CommandPart[] {
  const calls = readCalls(part.command);
  const stretches = byDirectory(part, calls);
  if (stretches.length > 1) return stretches.reverse().flatMap((one) => opened(one, depth));
  if (depth === MAX_DEPTH) return [part];
  const inner = calls.flatMap((call) => [wrapped(part, call), quoted(part, call)]);
  return [...inner.flatMap((one) => (one === null ? [] : opened(one, depth + 1))), part];
}

/** The command cut after each `cd x &&`, so that every stretch runs in one directory. */
function byDirectory(part: CommandPart, calls: readonly Call[]): CommandPart[] {
  const { command, directories } = part;
  const isPlain =
    calls.every(({ depth }) => depth === 0) && !/(?:^|[\s;])(?:do|then|\{)\s/.test(command);
  if (part.isArgument || !isPlain) return [part];
  const found: CommandPart[] = [];
  let start = 0;
  let entered = directories;
  for (const [at, call] of calls.entries()) {
    const next = calls[at + 1];
    if (!entersDirectory(call) || next === undefined) continue;
    const from = startOf(next);
    found.push({ ...piece(part, start, endOf(call)), directories: entered });
    const directory = call.operands.find(({ raw }) => raw !== "--");
    const word = directory === undefined ? null : directoryWord(directory);
    entered = entered === null || word === null ? null : [...entered, word];
    start = from;
  }
  return [...found, { ...piece(part, start, command.length), directories: entered }];
}

function entersDirectory({ program, operands, before, after }: Call): boolean {
  const names = operands.filter(({ raw }) => raw !== "--");
  return (
    (program.value === "cd" || program.value === "pushd") &&
    names.length === 1 &&
    ["", "&&", ";", "\n"].includes(before) &&
    ["&&", ";", "\n"].includes(after)
  );
}

/** The directory as a shell word that expands nothing but `~`; null if it is not known. */
function directoryWord({ raw, value }: Word): string | null {
  if (value !== null) return value === "" || value === "-" ? null : quotedPath(value);
  return /^~(?:\/[\w.@+-]{1,100}){0,20}\/?$/.test(raw) ? raw : null;
}

/** `sudo cmd`, `env A=b cmd`: the command that another one runs. */
function wrapped(part: CommandPart, call: Call): CommandPart | null {
  const first = argumentOf(call);
  if (first === null) return null;
  const inner = piece(part, first.start, endOf(call));
  return {
    ...inner,
    isArgument: true,
    put: (text) => (isOneProgram(text) ? inner.put(text) : null),
  };
}

/** Whether it may stand behind `nohup`: a program and its words, nothing that only a shell reads. */
function isOneProgram(text: string): boolean {
  const [call, ...others] = readCalls(text);
  return others.length === 0 && call?.assignments.length === 0 && !/[;&|\n]\s*$/.test(text);
}

/** `bash -c '…'`: the command inside the quotes. */
function quoted(part: CommandPart, call: Call): CommandPart | null {
  const word = textToRun(call);
  const inside = word === null ? null : insideOf(word);
  if (word === null || inside === null) return null;
  const host = piece(part, word.start, word.end);
  const put = (text: string) => {
    const again = requoted(word, inside, text);
    return again === null ? null : host.put(again);
  };
  return { ...host, command: inside, isArgument: false, put };
}

/** The word that a shell runs as a command, or null. */
function textToRun({ program, operands }: Call): Word | null {
  const name = program.value?.slice(program.value.lastIndexOf("/") + 1) ?? "";
  if (name === "eval") return operands.length === 1 ? (operands[0] ?? null) : null;
  if (!SHELLS.has(name)) return null;
  const flag = operands.findIndex(({ raw }) => /^-[a-z]{0,5}c$/.test(raw));
  const script = operands.findIndex(
    ({ raw }, at) => !raw.startsWith("-") && operands[at - 1]?.raw !== "-o",
  );
  // `bash script.sh -c x`: the flag is the script's.
  const isOwn = name === "su" || script > flag;
  return flag === -1 || !isOwn ? null : (operands[flag + 1] ?? null);
}

/** The text of a quoted word; null if its quotes are of several kinds or never end. */
function insideOf({ raw, value }: Word): string | null {
  if (value !== null) return value;
  return /^"[^"\\`]*"$/.test(raw) ? raw.slice(1, -1) : null;
}

/** The corrected text as one word, with the quotes that were there if they are enough. */
function requoted({ raw, value }: Word, inside: string, text: string): string | null {
  const mark = raw.charAt(0);
  if (mark === "'" && !text.includes("'")) return `'${text}'`;
  if (mark === "'" && isSafeInQuotes(text)) return `"${text}"`;
  if (mark === '"' && raw === `"${inside}"` && isSafeInQuotes(changed(inside, text))) {
    return `"${text}"`;
  }
  return value === null ? null : quoteWord(text);
}

function isSafeInQuotes(text: string): boolean {
  return !/["$`\\!]/.test(text);
}

/** What differs between two texts: the second without the start and end that they share. */
function changed(from: string, to: string): string {
  let start = 0;
  while (start < from.length && from[start] === to[start]) start += 1;
  let end = 0;
  const most = Math.min(from.length, to.length) - start;
  while (end < most && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  return to.slice(start, to.length - end);
}

function piece(part: CommandPart, start: number, end: number): CommandPart {
  const { command } = part;
  return {
    ...part,
    command: command.slice(start, end),
    put: (text) => part.put(command.slice(0, start) + text + command.slice(end)),
  };
}

function wordsOf({ assignments, program, operands, files }: Call): readonly Word[] {
  return [...assignments, program, ...operands, ...files];
}

function startOf(call: Call): number {
  return Math.min(...wordsOf(call).map(({ start }) => start));
}

function endOf(call: Call): number {
  return Math.max(...wordsOf(call).map(({ end }) => end));
}
