/**
 * Expands the words of one command as a shell would: braces, a tilde, variables, names of files.
 *
 * The result goes to the grammars, which judge the words as they will run. A variable of the user is
 * not known here; it expands to nothing, and the answer says so.
 */
import { allow, type Checked, deny } from "./refusal.ts";
import type { Line, Piece, ShellWord } from "./shell-line.ts";

/** What the words are expanded with. */
export interface Values {
  readonly variables: ReadonlyMap<string, string>;
  readonly home: string;
  /** What the lines of `$(…)` printed. */
  readonly printed: ReadonlyMap<Line, string>;
  /** The files that a pattern matches; empty where none does, or where nobody has looked. */
  readonly matches: ReadonlyMap<string, readonly string[]>;
}

export interface Expanded {
  readonly words: readonly string[];
  /** Patterns that name files, in the notation of `find -path`. */
  readonly patterns: readonly string[];
  /** Variables that are not known. */
  readonly unknown: readonly string[];
}

const MAX_WORDS = 1_000;

/** One character, and whether a shell would interpret it. */
interface Letter {
  readonly is: string;
  readonly isPlain: boolean;
  /** White space that a command printed, outside of quotes: another word starts after it. */
  readonly isBreak?: true;
}

export function expandWords(words: readonly ShellWord[], values: Values): Checked<Expanded> {
  const unknown = new Set<string>();
  const patterns = new Set<string>();
  const expanded: string[] = [];
  for (const word of words) {
    for (const letters of inBraces(lettersOf(word, values, unknown)).flatMap(inWords)) {
      // Outside of quotes, nothing is no word.
      if (letters.length === 0 && word.every(isUnquotedValue)) continue;
      const tilde = withHome(letters, values.home);
      if (!tilde.ok) return tilde;
      const pattern = patternOf(tilde.value);
      if (pattern !== null) patterns.add(pattern);
      const matches = pattern === null ? [] : (values.matches.get(pattern) ?? []);
      expanded.push(...(matches.length > 0 ? matches : [textOf(tilde.value)]));
      if (expanded.length > MAX_WORDS) {
        const problem = `it becomes more than ${MAX_WORDS} words; ask for fewer files`;
        return deny({ code: "not_one_command", problem });
      }
    }
  }
  return allow({ words: expanded, patterns: [...patterns], unknown: [...unknown] });
}

function lettersOf(word: ShellWord, values: Values, unknown: Set<string>): readonly Letter[] {
  return word.flatMap((piece) => {
    if ("line" in piece) return printedBy(piece, values);
    const [text, isPlain] =
      "text" in piece ? [piece.text, !piece.isQuoted] : [textFor(piece, values, unknown), false];
    return [...text].map((is) => ({ is, isPlain }));
  });
}

const isUnquotedValue = (piece: Piece): boolean => !("text" in piece) && !piece.isQuoted;

/** Its last ends of lines are left out; what it printed is text, and no pattern. */
function printedBy(
  { line, isQuoted }: Extract<Piece, { line: Line }>,
  { printed }: Values,
): readonly Letter[] {
  const text = (printed.get(line) ?? "").replace(/\n+$/, "");
  return [...text].map((is) =>
    !isQuoted && /\s/.test(is) ? { is, isPlain: false, isBreak: true } : { is, isPlain: false },
  );
}

/** The words between breaks; a word without breaks is one word, even if it is empty. */
function inWords(letters: readonly Letter[]): readonly (readonly Letter[])[] {
  if (!letters.some(({ isBreak }) => isBreak)) return [letters];
  const words: Letter[][] = [[]];
  for (const letter of letters) {
    if (letter.isBreak) words.push([]);
    else words.at(-1)?.push(letter);
  }
  return words.filter((word) => word.length > 0);
}

function textFor(
  { variable, otherwise }: Extract<Piece, { variable: string }>,
  { variables }: Values,
  unknown: Set<string>,
): string {
  const value = variables.get(variable);
  if (value === undefined) unknown.add(variable);
  const isSet = value !== undefined;
  if (otherwise === null) return value ?? "";
  if (otherwise.when === "set") return isSet ? otherwise.text : "";
  return value ?? otherwise.text;
}

const isPlain = (letter: Letter | undefined, is: string): boolean =>
  letter?.isPlain === true && letter.is === is;

/** `{a,b}.c` is two words; braces without a comma stand for themselves. */
function inBraces(letters: readonly Letter[]): readonly (readonly Letter[])[] {
  for (const [open, letter] of letters.entries()) {
    if (!isPlain(letter, "{")) continue;
    const inside = choicesAt(letters, open);
    if (inside === null) continue;
    const before = letters.slice(0, open);
    const after = inBraces(letters.slice(inside.end + 1));
    return inside.choices
      .flatMap(inBraces)
      .flatMap((choice) => after.map((rest) => [...before, ...choice, ...rest]))
      .slice(0, MAX_WORDS + 1);
  }
  return [letters];
}

function choicesAt(
  letters: readonly Letter[],
  open: number,
): { readonly choices: readonly (readonly Letter[])[]; readonly end: number } | null {
  const choices: Letter[][] = [[]];
  let depth = 0;
  for (let at = open + 1; at < letters.length; at += 1) {
    const letter = letters[at] as Letter;
    if (isPlain(letter, "}") && depth === 0)
      return choices.length < 2 ? null : { choices, end: at };
    if (isPlain(letter, "{")) depth += 1;
    if (isPlain(letter, "}")) depth -= 1;
    if (isPlain(letter, ",") && depth === 0) choices.push([]);
    else choices.at(-1)?.push(letter);
  }
  return null;
}

function withHome(letters: readonly Letter[], home: string): Checked<readonly Letter[]> {
  const [first, second] = letters;
  const tilde = letters.findIndex((letter, at) => {
    const before = letters[at - 1]?.is;
    return isPlain(letter, "~") && (at === 0 || before === "=" || before === ":");
  });
  if (tilde === -1) return allow(letters);
  if (tilde > 0 || !isPlain(first, "~") || (second !== undefined && second.is !== "/")) {
    const problem = "only ~/ at the start of a word is expanded; write the absolute path";
    return deny({ code: "shell_syntax", found: "~", problem });
  }
  return allow([...[...home].map((is) => ({ is, isPlain: false })), ...letters.slice(1)]);
}

/** Null where nothing is to be matched. A word that starts with a dash is a flag. */
function patternOf(letters: readonly Letter[]): string | null {
  const opens = letters.findIndex((letter) => isPlain(letter, "["));
  const isMatched =
    letters.some((letter) => isPlain(letter, "*") || isPlain(letter, "?")) ||
    (opens !== -1 && letters.slice(opens + 2).some((letter) => isPlain(letter, "]")));
  if (!isMatched || letters[0]?.is === "-") return null;
  return letters
    .map((letter) =>
      !letter.isPlain && /[*?[\]\\]/.test(letter.is) ? `\\${letter.is}` : letter.is,
    )
    .join("");
}

function textOf(letters: readonly Letter[]): string {
  return letters.map(({ is }) => is).join("");
}
