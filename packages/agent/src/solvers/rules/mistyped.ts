/**
 * The rules about a mistyped word: the output says that a word is unknown, and the word that was
 * meant replaces it, in the command or in a file. What was meant is the tool's own suggestion, or
 * the nearest of the names that exist.
 *
 * Anything that the command prints may look like a suggestion: a file name, a hook, a far host. So a
 * suggestion counts only if it is near what was typed, and if that is not a right word by itself.
 */
import { quoteWord } from "@bazaar/work";
import { replaceWord } from "./edit-command.ts";
import type { Investigator } from "./investigator.ts";
import { nearest } from "./nearest.ts";
import { LONG_OPTIONS } from "./options/long-options.ts";
import { isSubcommand } from "./packages/subcommand-words.ts";
import { replaceWordAt, sedInPlace } from "./quote.ts";
import { corrected, type Rule, rule } from "./rule.ts";
import type { Word } from "./shell-words.ts";
import { callOf, firstMatch, type View, wordOf } from "./view.ts";

export interface FileLine {
  readonly path: string;
  /** 0 where it is not known. */
  readonly line: number;
}

export interface Typo<Place extends Word | FileLine = Word | FileLine> {
  readonly typed: string;
  readonly suggested?: string | undefined;
  readonly at: Place;
}

interface Context {
  readonly view: View;
  readonly ask: Investigator;
  /** The file to correct, below the working directory; empty if the command is to be corrected. */
  readonly file: string;
}

interface Recipe<Found extends Typo> {
  readonly name: string;
  /** What the word should name, such as "git command". */
  readonly kind: string;
  readonly finds: (view: View) => Found | null;
  /** The file to correct. Default: the one that the output names. */
  readonly locate?: (typo: Found, ask: Investigator) => Promise<string | null>;
  /** The word that was meant. Default: what the tool suggests, if that is near. */
  readonly meant?: (typo: Found, context: Context) => string | null | Promise<string | null>;
  /** The shell text that replaces the word of the command. Default: the meant word, quoted. */
  readonly write?: (meant: string, typo: Found) => string;
  /** The sed script that corrects the file. Default: replaces the whole word on its line. */
  readonly edit?: (meant: string, typo: Found) => string;
}

export function mistyped<Found extends Typo>(recipe: Recipe<Found>): Rule {
  const { name, kind, finds, meant = ({ suggested }) => suggested ?? null } = recipe;
  const { locate = locateFile, write = quoteWord, edit = replaceOnLine } = recipe;
  return rule({
    name,
    title: `Mistyped ${kind}`,
    sees: finds,
    async repair(found, view, ask) {
      const { at, typed, suggested } = found;
      const isWord = suggested === undefined || isRightWord(typed);
      const near = isWord ? null : nearest(typed, [suggested]);
      const typo = { ...found, suggested: near ?? undefined };
      const file = "path" in at ? await locate(typo, ask) : "";
      const word = file === null ? null : await meant(typo, { view, ask, file });
      if (file === null || word === null) return null;
      if (!("path" in at)) {
        const text = write(word, typo);
        return corrected(
          replaceWord(view, at, text),
          `There is no ${kind} ${typed}; the closest is ${text}.`,
        );
      }
      const place = at.line === 0 ? file : `Line ${at.line} of ${file}`;
      return {
        shell: sedInPlace(edit(word, typo), file),
        explanation: `${place}: there is no ${kind} ${typed}; the closest is ${word}.`,
      };
    },
  });
}

function isRightWord(typed: string): boolean {
  return isSubcommand(typed.replace(/^--/, "")) || LONG_OPTIONS.includes(typed);
}

async function locateFile({ at }: Typo, ask: Investigator): Promise<string | null> {
  return "path" in at ? ask.locate(at.path) : null;
}

function replaceOnLine(meant: string, { typed, at }: Typo): string {
  return replaceWordAt("path" in at ? at.line : 0, typed, meant);
}

interface WordPattern {
  /** The first group is the mistyped word; the second, if any, is the tool's suggestion. */
  readonly says: RegExp | readonly RegExp[];
  readonly suggests?: RegExp;
  /** Finds the word in the command. Default: any word of this value. */
  readonly word?: (view: View, typed: string) => Word | null | undefined;
}

/** Finds a word of the command that the output calls unknown. */
export function wordOfCommand({ says, suggests, word = wordOf }: WordPattern) {
  return (view: View): Typo<Word> | null => {
    for (const pattern of [says].flat()) {
      const [, typed, suggested = suggests && firstMatch(view, suggests)?.[1]] =
        firstMatch(view, pattern) ?? [];
      const at = typed === undefined ? null : word(view, typed);
      if (typed !== undefined && at != null) return { typed, suggested, at };
    }
    return null;
  };
}

/** Looks for the word among the operands of these programs only. */
export function operandOf(...programs: readonly string[]) {
  return (view: View, typed: string): Word | undefined =>
    callOf(view, ...programs)?.operands.find(({ value }) => value === typed);
}
