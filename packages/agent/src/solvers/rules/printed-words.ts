/**
 * The wall behind the rules: no fix writes a word into a file that only the output has.
 *
 * A program prints what others wrote: rows of data, names, answers of a server. It may look like the
 * message of a compiler. A word that a fix puts into a file must therefore stand in the command, in
 * what was looked at on the machine, or in a table of ours; or it is a slip's width away from a word
 * that it replaces. Such a slip is believed only where a person is asked: what nobody reads and is
 * then run for real has none (`unreadWords`).
 */
import type { Fix } from "../../solver.ts";
import type { Ask, FailedCommand } from "./rule.ts";
import { readCalls } from "./shell-words.ts";
import { LANGUAGES } from "./source/languages.ts";
import { MEMBERS } from "./source/members.ts";
import { isAlike, isRisky, RUNS_TEXT } from "./source/suggested.ts";

/** Programs that write their operands, or what a script in them says, into a file. */
const WRITERS = /^(?:sed|printf|echo|tee|awk|ed|perl)$/;
/** What rules write in their own words; the output may have the same. */
const OWN_WORDS = new Set(
  [
    ...Object.values(LANGUAGES).flatMap(({ builtIns }) => [...builtIns]),
    ..."usr bin env sh bash python3 include string stdio stdlib math ctype time errno unistd".split(
      " ",
    ),
    ..."assert limits stdint stdbool iostream vector map algorithm utility memory set".split(" "),
    ..."import from use std collections derive mut pub mod require include_once package export".split(
      " ",
    ),
    ..."field default_factory dataclass str int list dict encode decode utf json with type default".split(
      " ",
    ),
    ..."source crates io vendored sources directory vendor replace edition toml".split(" "),
    // The endings of files.
    ..."js mjs cjs jsx ts mts tsx index json py rs go rb php pl sh hpp cpp java toml yaml yml".split(
      " ",
    ),
    ..."async await const let var my our function return new static self this length".split(" "),
  ].filter((word) => !RUNS_TEXT.test(word)),
);
const MEMBER_WORDS = new Set(Object.values(MEMBERS).flat());
const SUBSTITUTION = /s\/((?:\\.|[^\\/\n]){0,4000})\/((?:\\.|[^\\/\n]){0,4000})\//g;
/** Lines that only import, from what a compiler knows: they run nothing and rename nothing. */
const IMPORT =
  /^\s*(?:(?:pub(?:\(crate\))? )?use (?!.*\bas\b)[\w:{}, *]+;|#include <[a-z0-9_/]+(?:\.h)?>)$/gm;
const WORD = /[A-Za-z_]\w+/g;

/** Passes looks on and keeps what they show. */
export function recording(look: Ask, seen: string[]): Ask {
  return async (command) => {
    const answer = await look(command);
    if (answer !== null) seen.push(answer);
    return answer;
  };
}

/** The words that the fix would write into files although only the output has them. */
export function printedWords(
  { shell }: Pick<Fix, "shell">,
  { command, error }: Pick<FailedCommand, "command" | "error">,
  seen: readonly string[],
): readonly string[] {
  return wordsFrom({ shell, command, error, seen, isRead: true }, (word, there) =>
    there.some((one) => !RUNS_TEXT.test(word) && isAlike(one, word)),
  );
}

/** The same where nobody is asked: no slip is believed, and no risky word from anywhere. */
export function unreadWords(
  shell: string,
  { command, error }: Pick<FailedCommand, "command" | "error">,
  looks: readonly { readonly command: string; readonly output: string }[],
): readonly string[] {
  const seen = looks.filter(({ command: look }) => isSource(look)).map(({ output }) => output);
  return wordsFrom({ shell, command, error, seen, isRead: false }, (word) =>
    MEMBER_WORDS.has(word),
  );
}

/** Words of data files are not known: who wrote the output may have written them. */
function isSource(look: string): boolean {
  const file = look.replaceAll(/["']/g, "");
  const endings = Object.values(LANGUAGES).map(({ endings }) => endings);
  return /^(?:cat|sed) /.test(look) && [...endings, MANIFEST].some((ending) => ending.test(file));
}

const MANIFEST =
  /(?:[ /])(?:package\.json|Cargo\.toml|go\.mod|pyproject\.toml|[mM]akefile|GNUmakefile)$|\.(?:mk|sh|bash)$/;

interface Writing {
  readonly shell: string;
  readonly command: string;
  readonly error: string;
  readonly seen: readonly string[];
  /** Whether a person reads it before it is used. */
  readonly isRead: boolean;
}

function wordsFrom(
  { shell, command, error, seen, isRead }: Writing,
  isBelieved: (word: string, there: readonly string[]) => boolean,
): readonly string[] {
  const texts = writtenBy(shell);
  if (texts.length === 0) return [];
  const known = wordsOf([command, ...seen].join("\n"));
  const said = wordsOf(error);
  return texts.flatMap(({ replaced, text }) => {
    const there = wordsOf(replaced);
    return [...wordsOf(text)].filter(
      (word) =>
        said.has(word) &&
        !there.has(word) &&
        !(known.has(word) && (isRead || !isRisky(word))) &&
        !OWN_WORDS.has(word) &&
        !isBelieved(word, [...there]),
    );
  });
}

interface Written {
  readonly replaced: string;
  readonly text: string;
}

function writtenBy(shell: string): readonly Written[] {
  return readCalls(shell)
    .filter(({ program }) => WRITERS.test(program.value ?? ""))
    .flatMap(({ program, operands }): Written[] => {
      const texts = operands.map(({ value, raw }) => value ?? raw);
      if (program.value !== "sed") return texts.map((text) => ({ replaced: "", text }));
      return scriptsIn(texts).flatMap((text) => {
        const found = [...text.matchAll(SUBSTITUTION)].map(([, was = "", now = ""]) => ({
          replaced: plain(was),
          text: plain(now),
        }));
        // Whatever is no substitution counts whole.
        return [...found, { replaced: "", text: plain(text.replaceAll(SUBSTITUTION, " ")) }];
      });
    });
}

/** What sed is told to do: after -e, or else the first operand. The others are the files it edits. */
function scriptsIn(words: readonly string[]): readonly string[] {
  const given = words.filter((_, at) => words[at - 1] === "-e");
  return given.length > 0 ? given : words.filter((word) => !word.startsWith("-")).slice(0, 1);
}

/** Without the escapes of sed: `\n` is a new line, and `\b` the edge of a word. */
function plain(text: string): string {
  return text
    .replaceAll("\\n", "\n")
    .replaceAll(/\\[bt]/g, " ")
    .replaceAll("\\/", "/")
    .replaceAll(IMPORT, "");
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(WORD) ?? []);
}
