/** Fields, numbers and separators that cut, sort, head, tail and others are given. */
import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import type { Investigator } from "../investigator.ts";
import { named } from "../named.ts";
import { nearest } from "../nearest.ts";
import { advice, corrected, type Rule, rule } from "../rule.ts";
import type { Call, Word } from "../shell-words.ts";
import { callOf, firstMatch, hasLine, type View } from "../view.ts";

const QUOTED = "['‘`\"]([^'’\"\\n]{1,60})['’\"]";

/** The word of an option with its value, joined or apart: `-f2`, `-f 2`. */
function optionWord(call: Call, flag: string, typed: string): Word | null {
  return (
    call.operands.find(({ value }, at) => {
      const before = call.operands[at - 1]?.raw ?? "";
      return value === `${flag}${typed}` || (value === typed && before.endsWith(flag.slice(1)));
    }) ?? null
  );
}

/** The character between fields, as the option says; a tab without it. */
function separatorOf(call: Call, flag: string): string {
  const joined = call.operands.find(({ value }) => value?.startsWith(flag) && value.length > 2);
  const at = call.operands.findIndex(({ raw }) => raw === flag);
  return joined?.value?.slice(2) ?? call.operands[at + 1]?.value ?? "\t";
}

/** `cut -d, -f email users.csv`: the number of the column with that heading. */
const columnByName = rule({
  name: "field-by-name",
  title: "A column by its name where a number is wanted",
  sees(view) {
    const call = callOf(view, "cut", "sort");
    const typed = firstMatch(
      view,
      new RegExp(`^cut: (?:invalid field value|invalid byte, character or field list) ?${QUOTED}`),
      new RegExp(`^sort: invalid number at field start: invalid count at start of ${QUOTED}`),
    )?.[1];
    const isCut = call?.program.value?.endsWith("cut") === true;
    const word =
      typed === undefined || call === null ? null : optionWord(call, isCut ? "-f" : "-k", typed);
    const file = call?.operands.findLast(
      ({ raw, value }) => !raw.startsWith("-") && value !== typed,
    );
    if (call === null || typed === undefined || word === null || file?.value == null) return null;
    return { call, typed, word, path: file.value, isCut };
  },
  async repair({ call, typed, word, path, isCut }, view, ask) {
    const heading = await ask.ask("head", "-n", "1", path);
    const separator = separatorOf(call, isCut ? "-d" : "-t");
    const names = (heading ?? "")
      .trim()
      .split(separator)
      .map((name) => name.replaceAll('"', "").trim());
    const tool = isCut ? "cut" : "sort";
    if (names.length < 2) return null;
    const wanted = typed.split(",");
    const numbers = wanted.map((name) => columnOf(name, names));
    if (numbers.some((number) => number === 0)) {
      return advice(
        `${tool} takes the number of a column, not its name, and ${path} has no column ${typed}: it has ${names
          .map((name, at) => `${at + 1} ${name}`)
          .slice(0, 12)
          .join(", ")}.`,
      );
    }
    const text = numbers.join(",");
    return corrected(
      replaceWord(view, word, word.raw.startsWith("-") ? `${word.raw.slice(0, 2)}${text}` : text),
      `${tool} takes the number of a column, not its name: ${wanted.map((name, at) => `${name} is number ${numbers[at]}`).join(", ")} in ${path}.`,
    );
  },
});

/** From 1; 0 if there is none. */
function columnOf(name: string, names: readonly string[]): number {
  const at = names.findIndex((one) => one.toLowerCase() === name.toLowerCase());
  const near = nearest(name, names);
  return at === -1 ? names.indexOf(near ?? "\n") + 1 : at + 1;
}

/** `sort -t ', '`: one character only. */
const longSeparator = rule({
  name: "field-separator",
  title: "A separator of several characters",
  sees(view) {
    const call = callOf(view, "sort");
    const separator = call === null ? "" : separatorOf(call, "-t");
    const word = call === null ? null : optionWord(call, "-t", separator);
    const isSaid = hasLine(view, /^sort: multi-character tab /);
    return !isSaid || word === null || separator.trim().length !== 1
      ? null
      : { first: separator.trim(), word };
  },
  repair: ({ first, word }, view) =>
    corrected(
      replaceWord(view, word, `${word.raw.startsWith("-t") ? "-t" : ""}${quoteWord(first)}`),
      `sort separates by one character, so by ${first} without the space.`,
    ),
});

const NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(
  " ",
);

const numberInWords = rule({
  name: "number-in-words",
  title: "A word where a number is wanted",
  sees(view) {
    const call = callOf(
      view,
      "head",
      "tail",
      "split",
      "seq",
      "sleep",
      "truncate",
      "dd",
      "shuf",
      "fold",
    );
    const typed = firstMatch(
      view,
      new RegExp(
        `^\\w{2,10}: (?:invalid (?:number of (?:lines|bytes|columns)|floating point argument|time interval|line count)|Invalid number): ${QUOTED}`,
      ),
    )?.[1];
    const word = call?.operands.find(({ value }) => value === typed);
    return call === null || typed === undefined ? null : { call, typed, word };
  },
  repair({ call, typed, word }, view) {
    const number = NUMBER_WORDS.indexOf(typed.toLowerCase());
    if (word !== undefined && number > 0) {
      return corrected(
        replaceWord(view, word, `${number}`),
        `${call.program.raw} wants a number: ${number}.`,
      );
    }
    return advice(`${call.program.raw} wants a number where it has ${typed}.`);
  },
});

const refused = named({
  name: "text-tool-refused",
  title: "A text tool lacks something",
  isAbout: (view) =>
    callOf(
      view,
      "cut",
      "sort",
      "tr",
      "awk",
      "mawk",
      "gawk",
      "uniq",
      "paste",
      "join",
      "comm",
      "iconv",
      "base64",
      "date",
    ) !== null,
  cases: [
    {
      says: /^cut: fields are numbered from 1|^sort: field number is zero/,
      tells: () => "Fields are counted from 1: the first one is 1, not 0.",
    },
    {
      says: /^tr: missing operand after .(.{1,60}).$/,
      tells: ([, set]) =>
        `tr needs two sets: what to replace and what by, as in tr 'a-z' 'A-Z'. To delete the characters instead: tr -d ${quoteWord(set ?? "")}.`,
    },
    {
      says: /^tr: range-endpoints of '(.{1,20})' are in reverse collating sequence order/,
      tells: ([, range]) =>
        `The range ${range} runs backwards; the smaller character comes first. A dash itself goes last in a set.`,
    },
    {
      says: /^(?:awk|mawk|gawk): .{0,60}function (\w{1,40}) (?:never|not) defined/,
      tells([, name = ""]) {
        const meant = nearest(name, AWK_FUNCTIONS);
        return meant === null
          ? `awk has no function ${name}.`
          : `awk has no function ${name}; the closest is ${meant}.`;
      },
    },
    {
      says: /^(?:awk|mawk|gawk): .{0,60}(?:runaway string constant|unterminated string|non-terminated string)/,
      tells: () => "A string in the awk program has no closing double quote.",
    },
    {
      says: /^join: (\S{1,120}):(\d{1,7}): is not sorted/,
      tells: ([, file, line]) =>
        `join needs both files sorted by the field that joins them, and ${file} is not (line ${line}): join <(sort A) <(sort B) in bash.`,
    },
    {
      says: /^comm: file (\d) is not in sorted order/,
      tells: () => "comm needs both files sorted: comm <(sort A) <(sort B) in bash.",
    },
    {
      says: /^.{0,2000}iconv: (?:illegal input sequence at position (\d{1,12})|cannot convert)/,
      tells: ([, position]) => illegal(position),
    },
    {
      says: /^date: invalid date ['‘"](.{1,60})['’"]$/,
      tells: ([, typed = ""]) =>
        `date does not understand ${typed}: the day does not exist, or a word is misspelt. It takes 2026-03-31, '3 days ago', 'next monday'.`,
    },
  ],
});

const AWK_FUNCTIONS =
  "length substr index split sub gsub match sprintf tolower toupper sin cos exp log sqrt int rand srand system close getline printf print".split(
    " ",
  );

function illegal(position: string | undefined): string {
  const at = position === undefined ? "" : ` at byte ${position}`;
  return `A character${at} does not fit: either the text is not in the encoding that -f names (file -i FILE guesses it; ISO-8859-1 is common), or the encoding of -t has no such character (-t ASCII//TRANSLIT writes a similar one).`;
}

/** `awk '{print lenght($1)}'`: the program is corrected where it is the only one. */
const awkFunction = rule({
  name: "awk-function",
  title: "Misspelt awk function",
  sees(view) {
    const call = callOf(view, "awk", "mawk", "gawk");
    const typed = firstMatch(
      view,
      /^(?:awk|mawk|gawk): .{0,60}function [`']?(\w{2,40})'? (?:never|not) defined/,
    )?.[1];
    const meant = typed === undefined ? null : nearest(typed, AWK_FUNCTIONS);
    const word = call?.operands.find(({ value }) => value?.includes(`${typed}(`));
    return typed === undefined || meant === null || word?.value == null
      ? null
      : { typed, meant, word, program: word.value };
  },
  repair: ({ typed, meant, word, program }, view) =>
    corrected(
      replaceWord(view, word, quoteWord(program.replaceAll(`${typed}(`, `${meant}(`))),
      `awk has no function ${typed}; the closest is ${meant}.`,
    ),
});

/** A name that iconv does not know: `latin-1`, `utf-8bom`. */
const encodingName = rule({
  name: "iconv-encoding",
  title: "An encoding that iconv does not know",
  sees(view: View) {
    const call = callOf(view, "iconv");
    const isUnknown = hasLine(
      view,
      /^iconv: (?:conversion (?:from|to) .{1,80} (?:is not supported|unsupported)|failed to start conversion processing|conversions? from .{1,80} not supported)/,
    );
    return call === null || !isUnknown ? null : { call };
  },
  async repair({ call }, view, ask) {
    const known = await encodings(ask);
    const given = call.operands.filter((_, at) =>
      /^(?:-f|-t|--from-code|--to-code)$/.test(call.operands[at - 1]?.raw ?? ""),
    );
    const wrong = given.filter(
      ({ value }) => !known.has((value ?? "").toUpperCase().replace(/\/\/.*/, "")),
    );
    const [word] = wrong;
    if (word?.value == null || wrong.length !== 1 || known.size === 0) return null;
    const plain = word.value.toUpperCase().replaceAll(/[-_ ]/g, "");
    const meant =
      [...known].find((name) => name.replaceAll(/[-_ ]/g, "") === plain) ??
      nearest(word.value.toUpperCase(), known);
    return meant == null
      ? advice(`iconv knows no encoding ${word.value}; iconv -l lists those it knows.`)
      : corrected(
          replaceWord(view, word, quoteWord(meant)),
          `iconv knows no encoding ${word.value}; it is called ${meant}.`,
        );
  },
});

async function encodings(ask: Investigator): Promise<ReadonlySet<string>> {
  const listed = await ask.ask("iconv", "-l");
  return new Set(
    [...(listed ?? "").matchAll(/([A-Z][\w:.+()-]{2,40})(?:\/\/|,|\s|$)/g)].map(
      ([, name = ""]) => name,
    ),
  );
}

export const textFields: readonly Rule[] = [
  columnByName,
  longSeparator,
  numberInWords,
  awkFunction,
  encodingName,
  refused,
];
