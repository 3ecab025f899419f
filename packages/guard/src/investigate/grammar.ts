/**
 * How a grammar file says what may be asked of one tool.
 *
 * A grammar is data: which first words, flags, values and operands only read. Whatever it does not
 * name is refused, so a flag that a tool learns next year is refused too. One matcher
 * (`match-form.ts`) interprets all of them.
 */

/** What a value or an operand may be. */
export type Value =
  | { readonly is: "number" }
  /** A file or directory; secret ones are refused. `under`: only below one of these. */
  | { readonly is: "path"; readonly under?: readonly string[] }
  /** Any text: it is compared or printed, never opened. */
  | { readonly is: "text" }
  | { readonly is: "word"; readonly like: RegExp; readonly called: string };

export interface Operands {
  /** The leading operands, one kind each; left out when one of `unless` was given. */
  readonly first?: readonly Value[];
  readonly unless?: readonly string[];
  readonly rest?: Value;
  /** At least so many in all. */
  readonly min?: number;
}

/** One way to call a tool. Several spellings of one flag stand in one key, divided by spaces. */
export interface Form {
  /** Flags that take no value. */
  readonly switches?: string;
  /** Flags that take a value: `-n5`, `-n 5`, `--lines=5`, `--lines 5`. */
  readonly options?: Readonly<Record<string, Value>>;
  /** Flags whose value may be left out, and is attached if it is there: `--color=never`. */
  readonly optional?: Readonly<Record<string, Value>>;
  readonly operands?: Operands;
  /**
   * `gnu`: clusters of short flags and attached values. `separate`: clusters, but a value is a word
   * of its own. `whole`: a flag is one whole word. `none`: every word is an operand.
   */
  readonly spelling?: "gnu" | "separate" | "whole" | "none";
  /** Whether `-5` is a number of lines. */
  readonly hasLineCount?: boolean;
  /** Whether it has to be given a flag: without one it would do something else. */
  readonly needsFlag?: true;
  /** A first character that makes the tool do something else with an operand. */
  readonly operandNeverStartsWith?: string;
}

export interface Grammar {
  /** What it is good for, for the page and for whoever was refused. */
  readonly purpose: string;
  /** The only way to call it, or the ways by first word. */
  readonly form: Form | { readonly by: Readonly<Record<string, Form>> };
  /** Flags and words that somebody will ask for, and why they are refused. */
  readonly never?: Readonly<Record<string, string>>;
  /** Tools that a directory could steer start in `/`. */
  readonly startsIn?: "/";
  /** Whether it is asked about the person's own search path. */
  readonly seesSearchPath?: true;
  /** Whether it reads the contents of whole directories. */
  readonly readsTrees?: true;
  /** Whether its output shows, or tells about, the text of the files it is given. */
  readonly readsContents?: true;
  /** What the reader of its output has to know. */
  readonly note?: string;
  /** What runs in its place; `words` are put behind it. */
  readonly runs?: {
    readonly program: string;
    readonly words: readonly string[];
    readonly takesWords: boolean;
  };
  /** Flags put behind the asked words, where they overrule them. */
  readonly adds?: (words: readonly string[]) => readonly string[];
  /** The rest of its words is a command of its own. */
  readonly wraps?: true;
}

export const NUMBER: Value = { is: "number" };
export const PATH: Value = { is: "path" };
export const TEXT: Value = { is: "text" };

/** Packages, commands, symbols: nothing that could be a flag or lead to another directory. */
export const NAME: Value = word(/^[A-Za-z0-9_][A-Za-z0-9_.+:-]*$/, "a name");

/** The same with quoted `*` and `?`, for tools that match names themselves. */
export const NAME_PATTERN: Value = word(/^[A-Za-z0-9_*?][A-Za-z0-9_.+:*?-]*$/, "a name or pattern");

/** The scrub knows secrets by how they look whole. */
export const IN_PIECES =
  "it would show lines in pieces that the scrub cannot recognise; ask for whole lines";

/** A few questions about classes of characters would read a secret that the scrub has hidden. */
export const POSITIONS =
  "it says where in a line something stands, which spells out what is hidden; use -n";

/** Nothing but the words of the form itself. */
export const ALONE: Form = {};

export function word(like: RegExp, called: string): Value {
  return { is: "word", like, called };
}

export function choice(...words: readonly string[]): Value {
  const escaped = words.map((one) => one.replaceAll(/[^\w-]/g, "\\$&"));
  return word(new RegExp(`^(?:${escaped.join("|")})$`), words.join(", "));
}

/** What a search through a whole tree is kept out of, however many there are and whoever asks. */
export const ENVIRONMENT_FILES: readonly string[] = [".env", ".env.*", ".envrc"];

/** The same form under several first words. */
export function forms(...entries: readonly (readonly [words: string, form: Form])[]): {
  readonly by: Readonly<Record<string, Form>>;
} {
  const pairs = entries.flatMap(([words, form]) => words.split(" ").map((one) => [one, form]));
  return { by: Object.fromEntries(pairs) };
}
