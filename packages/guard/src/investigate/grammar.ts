/**
 * The format of grammars, which say how one tool may be called.
 *
 * A grammar is data: the first words, flags, values and operands that only read. Everything else is
 * refused, including flags that a tool adds later. `match-form.ts` interprets all of them.
 */

/** What a value or an operand may be. */
export type Value =
  | { readonly is: "number" }
  /** A file or directory; secret ones are refused. `under`: only below one of these. */
  | {
      readonly is: "path";
      readonly under?: readonly string[];
      /** The part of the word that is the path. */
      readonly part?: (word: string) => string;
      /** What else it must look like. */
      readonly like?: RegExp;
      readonly called?: string;
    }
  /** Any text: it is compared or printed, never opened. */
  | { readonly is: "text" }
  | { readonly is: "word"; readonly like: Pick<RegExp, "test">; readonly called: string };

export interface Operands {
  /** The leading operands, one kind each; left out when one of `unless` was given. */
  readonly first?: readonly Value[];
  readonly unless?: readonly string[];
  readonly rest?: Value;
  /** At least this many in total. */
  readonly min?: number;
}

/** One way to call a tool. Spellings of one flag share a key, separated by spaces. */
export interface Form {
  /** Flags that take no value. */
  readonly switches?: string;
  /** Flags that take a value: `-n5`, `-n 5`, `--lines=5`, `--lines 5`. */
  readonly options?: Readonly<Record<string, Value>>;
  /** Flags that take a name and a text, as two words: `--arg name text`. */
  readonly pairs?: string;
  /** Flags with an optional, attached value: `--color=never`. */
  readonly optional?: Readonly<Record<string, Value>>;
  readonly operands?: Operands;
  /**
   * `gnu`: clusters of short flags and attached values. `separate`: clusters, but a value is a
   * separate word. `whole`: a flag is one whole word. `none`: every word is an operand.
   */
  readonly spelling?: "gnu" | "separate" | "whole" | "none";
  /** Whether `-5` is a number of lines. */
  readonly hasLineCount?: boolean;
  /** Whether it needs a flag: without one it would do something else. */
  readonly needsFlag?: true;
  /** A first character that makes the tool do something else with an operand. */
  readonly operandNeverStartsWith?: string;
}

export interface Grammar {
  /** What it is for, shown in the spec and in refusals. */
  readonly purpose: string;
  /** The only way to call it, or the ways by the first one or two words; none: it only filters. */
  readonly form?: Form | { readonly by: Readonly<Record<string, Form>> };
  /**
   * How it may be called on text that was scrubbed before: the output of another command, or files
   * that the guard reads for it. It may show parts of lines, because no secret is left in them.
   */
  readonly filters?: Form;
  /** Flags and words that agents are likely to try, and why they are refused; `*`: any other. */
  readonly never?: Readonly<Record<string, string>>;
  /**
   * First words whose answer lies outside of a look, and the sentence that is the answer; `*`: any
   * other. Nothing runs, so whatever follows them is harmless.
   */
  readonly absent?: Readonly<Record<string, string>>;
  /** Tools that a directory could configure start in `/`. */
  readonly startsIn?: "/" | ((words: readonly string[]) => "/" | null);
  /** Whether it sees the user's own search path. */
  readonly seesSearchPath?: true;
  /** Whether it reads the contents of whole directories. */
  readonly readsTrees?: true | ((words: readonly string[]) => boolean);
  /** Whether its output reveals the contents of files. */
  readonly readsContents?: true;
  /** A note for the reader of the output. */
  readonly note?: string | ((words: readonly string[]) => string | null);
  /** What runs instead; `words` are appended. */
  readonly runs?: {
    readonly program: string;
    readonly words: readonly string[];
    readonly takesWords: boolean;
  };
  /** Words that make a tool that filters read what it is given. */
  readonly readsInputBy?: readonly string[];
  /** Flags appended to the requested words, so that they take precedence. */
  readonly adds?: (words: readonly string[]) => readonly string[];
  /** What the words become, where they would run or show more than was asked. */
  readonly rewrites?: (words: readonly string[]) => readonly string[];
  /** A first flag that names the directory to start in. */
  readonly entersBy?: string;
  /** Settings after a first `-c` that change nothing here, and are left out. */
  readonly ignoresSettings?: RegExp;
  /** First words that change nothing, and are left out. */
  readonly ignores?: readonly string[];
  /** Settings that keep it from running other programs. */
  readonly environment?: (words: readonly string[]) => Readonly<Record<string, string>>;
  /** The rest of its words is another command. */
  readonly wraps?: true;
  /** Whether `-exec` at its end passes what it finds to another allowed command. */
  readonly execs?: true;
  /** Not a program: the guard does it itself. */
  readonly itself?: "changes_directory" | "gathers_operands";
}

export const NUMBER: Value = { is: "number" };
export const PATH: Value = { is: "path" };
export const TEXT: Value = { is: "text" };

/** Packages, commands, symbols: nothing that could be a flag or lead to another directory. */
export const NAME: Value = word(/^[A-Za-z0-9_][A-Za-z0-9_.+:-]*$/, "a name");

/** The same with quoted `*` and `?`, for tools that match names themselves. */
export const NAME_PATTERN: Value = word(/^[A-Za-z0-9_*?][A-Za-z0-9_.+:*?-]*$/, "a name or pattern");

/** The scrub recognises whole secrets only. */
export const IN_PIECES =
  "it prints parts of lines, in which the scrub cannot recognise secrets; ask for whole lines";

export const NO_NETWORK = "it needs the network, and there is no network here";
export const NO_SERVICE = "services of the machine cannot be reached from a look";
export const NO_DEVICES = "devices cannot be reached from a look";
export const PRIVATE_LOG =
  "the machine's log is private; ask for the log file of the program itself";
export const RUNS_CODE = "it runs programs of the project";

/** A few searches for character classes would reveal a secret that the scrub has redacted. */
export const POSITIONS =
  "it prints positions within a line, which can reveal a redacted value; use -n";

/** Nothing but the words of the form itself. */
export const ALONE: Form = {};

export function word(like: Pick<RegExp, "test">, called: string): Value {
  return { is: "word", like, called };
}

export function choice(...words: readonly string[]): Value {
  const escaped = words.map((one) => one.replaceAll(/[^\w-]/g, "\\$&"));
  return word(new RegExp(`^(?:${escaped.join("|")})$`), words.join(", "));
}

/** Files that a search through a whole tree always skips. */
export const ENVIRONMENT_FILES: readonly string[] = [".env", ".env.*", ".envrc"];

/** The same sentence for several first words; `a+b` stands for the two words a b. */
export function sentences(...entries: readonly (readonly [words: string, sentence: string])[]) {
  const pairs = entries.flatMap(([words, one]) =>
    words.split(" ").map((word) => [word.replace("+", " "), one]),
  );
  return Object.fromEntries(pairs) as Readonly<Record<string, string>>;
}

/** The same form under several first words; `a+b` stands for the two words a b. */
export function forms(...entries: readonly (readonly [words: string, form: Form])[]): {
  readonly by: Readonly<Record<string, Form>>;
} {
  const pairs = entries.flatMap(([words, form]) =>
    words.split(" ").map((one) => [one.replace("+", " "), form]),
  );
  return { by: Object.fromEntries(pairs) };
}
