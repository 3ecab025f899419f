/**
 * A pattern of file names that matches nothing here: in another case, with a related ending, in
 * another directory, or inside quotes. What would be removed is only named.
 */
import { twinOf } from "../files/same-kind.ts";
import type { Investigator } from "../investigator.ts";
import { nearest } from "../nearest.ts";
import { quotedPath } from "../quote.ts";
import { type Answer, advice, corrected, type Rule, rule } from "../rule.ts";
import type { Call, Word } from "../shell-words.ts";
import { programName, type View } from "../view.ts";

/** One star in the last part of a plain path. */
const PATTERN = /^((?:[\w.@+-]{1,80}\/){0,10})([\w.@+-]{0,80})\*([\w.@+-]{0,80})$/;
const NOT_THERE = /No such file or directory|no matches found|No matches for wildcard/;
const REMOVERS = new Set(["rm", "shred", "unlink", "truncate"]);
/** They take files away or put them somewhere: files of another directory are not meant. */
const MOVERS = new Set(["mv", "cp", "install", "rsync", "scp", "ln", "chmod", "chown"]);
const MAX_NAMED = 3;

interface Pattern {
  readonly word: Word;
  readonly call: Call;
  readonly directory: string;
  readonly start: string;
  readonly end: string;
}

function patternIn(view: View, isQuoted: boolean): Pattern | null {
  const lines = view.lines.filter((line) => NOT_THERE.test(line));
  for (const call of view.calls) {
    for (const word of call.operands) {
      const text = isQuoted ? (word.value ?? "") : word.raw;
      const [, directory = "", start = "", end = ""] = PATTERN.exec(text) ?? [];
      const isSaid = lines.some((line) => line.includes(text));
      if (!text.includes("*") || !PATTERN.test(text) || !isSaid) continue;
      if (isQuoted === (word.raw === text)) continue;
      return { word, call, directory, start, end };
    }
  }
  return null;
}

function matching(names: readonly string[], start: string, end: string): readonly string[] {
  return names.filter(
    (name) =>
      name.length > start.length + end.length &&
      name.startsWith(start) &&
      name.endsWith(end) &&
      (start.startsWith(".") || !name.startsWith(".")),
  );
}

const noMatch = rule({
  name: "pattern-without-match",
  title: "A pattern that matches no file",
  sees: (view) => patternIn(view, false),
  async repair(pattern, view, ask) {
    const { word, call, directory } = pattern;
    const names = await ask.list(directory === "" ? "." : directory);
    if (matching(names, pattern.start, pattern.end).length > 0) return null;
    const other = otherSpelling(pattern, names);
    if (other !== null) {
      const why = `Nothing matches ${word.raw}; ${directory}${other} does.`;
      return answer(view, pattern, directory + other, why);
    }
    const isMoved = MOVERS.has(programName(call)) || REMOVERS.has(programName(call));
    return isMoved || directory !== "" ? null : elsewhere(pattern, view, ask);
  },
});

/** `find -name` reads its pattern itself, so a message about it is about something else. */
const quotedPattern = rule({
  name: "quoted-pattern",
  title: "A pattern of file names inside quotes",
  sees(view) {
    const pattern = patternIn(view, true);
    const takesPattern =
      pattern !== null && /^(?:find|fd|grep|rg)$/.test(programName(pattern.call));
    return takesPattern ? null : pattern;
  },
  async repair(pattern, view, ask) {
    const { directory, start, end } = pattern;
    const names = await ask.list(directory === "" ? "." : directory);
    if (matching(names, start, end).length === 0) return null;
    const text = `${directory}${start}*${end}`;
    return answer(view, pattern, text, `Inside quotes the shell does not expand ${text}.`);
  },
});

function answer(view: View, { word, call }: Pattern, text: string, why: string): Answer {
  if (REMOVERS.has(programName(call))) return advice(`${why} Nothing was removed.`);
  const { command } = view;
  const operand = text.startsWith("-") ? `./${text}` : text;
  return corrected(command.slice(0, word.start) + operand + command.slice(word.end), why);
}

/** Nearly all short endings are near each other. */
const MIN_ENDING = 3;

/** The same pattern as the names here spell it. */
function otherSpelling({ start, end }: Pattern, names: readonly string[]): string | null {
  const spelled = names.flatMap((name) => {
    const isAlike =
      name.length > start.length + end.length &&
      name.toLowerCase().startsWith(start.toLowerCase()) &&
      name.toLowerCase().endsWith(end.toLowerCase()) &&
      !name.startsWith(".");
    return isAlike
      ? [`${name.slice(0, start.length)}*${name.slice(name.length - end.length)}`]
      : [];
  });
  const [one, ...others] = new Set(spelled);
  if (one !== undefined) return others.length === 0 ? one : null;
  const ending = /^\.([A-Za-z]{2,8})$/.exec(end)?.[1];
  const endings = names.flatMap((name) => /[^.]\.([A-Za-z]\w{0,8})$/.exec(name)?.[1] ?? []);
  if (ending === undefined) return null;
  const other = twinOf(ending) ?? "";
  const twin = endings.includes(other) ? other : undefined;
  const near = ending.length < MIN_ENDING ? null : nearest(ending, endings);
  const isSure = near !== null && (ending.length > MIN_ENDING || sameLetters(ending, near));
  const meant = twin ?? (isSure ? near : undefined);
  const isThere = meant !== undefined && matching(names, start, `.${meant}`).length > 0;
  return isThere ? `${start}*.${meant}` : null;
}

function sameLetters(one: string, other: string): boolean {
  return [...one].sort().join("") === [...other].sort().join("");
}

/** Where below this directory something matches. */
async function elsewhere(pattern: Pattern, view: View, ask: Investigator): Promise<Answer | null> {
  const { word, start, end } = pattern;
  const paths = await ask.find(/^[^.]/);
  const places = new Set(
    paths.flatMap((path) => {
      const at = path.lastIndexOf("/");
      const isMatch = matching([path.slice(at + 1)], start, end).length > 0;
      return isMatch && at !== -1 ? [path.slice(0, at)] : [];
    }),
  );
  const [only, ...others] = places;
  if (only === undefined) return null;
  if (others.length === 0) {
    const text = `${quotedPath(only)}/${start}*${end}`;
    return answer(view, pattern, text, `Nothing here matches ${word.raw}; files in ${only} do.`);
  }
  const named = [only, ...others].slice(0, MAX_NAMED).join(", ");
  const more = places.size > MAX_NAMED ? " and others" : "";
  return advice(
    `Nothing here matches ${word.raw}; files in ${named}${more} do. In bash, after shopt -s globstar, **/${start}*${end} matches them all.`,
  );
}

export const patterns: readonly Rule[] = [noMatch, quotedPattern];
