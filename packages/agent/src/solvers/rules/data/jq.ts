/** Slips in a jq filter. */
import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { named } from "../named.ts";
import { nearest } from "../nearest.ts";
import { advice, corrected, type Rule, rule } from "../rule.ts";
import type { Word } from "../shell-words.ts";
import { wholeWords } from "../source/words.ts";
import { callOf, firstMatch, programName, type View } from "../view.ts";

const BUILT_IN = [
  "length keys values map select add any all flatten range floor sqrt tostring tonumber type sort",
  "sort_by group_by min max min_by max_by unique unique_by reverse contains inside startswith endswith",
  "split join ascii_downcase ascii_upcase recurse env transpose first last limit until repeat input",
  "inputs test match capture scan sub gsub has del to_entries from_entries with_entries empty error",
  "not paths leaf_paths tojson fromjson now todate fromdate strftime index indices debug",
].flatMap((line) => line.split(" "));

interface Filter {
  readonly word: Word;
  readonly text: string;
}

/** The first operand that is no option; options with a value of their own are rare before it. */
function filterOf(view: View): Filter | null {
  const operands = callOf(view, "jq")?.operands ?? [];
  const isValued = operands.some(({ raw }) =>
    /^--(?:arg|argjson|slurpfile|rawfile|indent|tab|from-file)$|^-f$/.test(raw),
  );
  const word = operands.find(({ raw }) => !raw.startsWith("-"));
  const text = word?.value ?? plain(word);
  return isValued || word === undefined || text === null ? null : { word, text };
}

/** An unquoted filter such as `.[0].name`, which a shell leaves alone if no file fits. */
function plain(word: Word | undefined): string | null {
  return word !== undefined && /^[\w.[\]]+$/.test(word.raw) ? word.raw : null;
}

function withFilter(view: View, { word }: Filter, text: string, explanation: string) {
  return corrected(replaceWord(view, word, quoteWord(text)), explanation);
}

/** Functions after a bar that the shell took: `jq .items | length file`. */
const unquotedBar = rule({
  name: "jq-unquoted-bar",
  title: "A jq filter with a bar and no quotes",
  sees(view) {
    const at = view.calls.findIndex((call) => programName(call) === "jq");
    const [first, second] = [view.calls[at], view.calls[at + 1]];
    const name = second === undefined ? "" : programName(second).replace(/\(.*$/, "");
    const isMissing =
      firstMatch(view, /(?:^|: )([\w.()[\]-]{1,60}): (?:command )?not found$/) !== null;
    const isFilter = BUILT_IN.includes(name) || /^\.[\w.[\]]*$/.test(second?.program.raw ?? "");
    const start = first?.operands.find(({ raw }) => !raw.startsWith("-"));
    if (start === undefined || second === undefined || second.before !== "|") return null;
    return isMissing && isFilter && view.calls.length === at + 2 ? { start, second } : null;
  },
  repair({ start, second }, view) {
    const inside = second.operands.filter(({ value }) => !/\.\w{1,6}$/.test(value ?? "x"));
    const end = inside.at(-1) ?? second.program;
    const filter = view.command.slice(start.start, end.end);
    if (filter.includes("'")) return null;
    return corrected(
      `${view.command.slice(0, start.start)}'${filter}'${view.command.slice(end.end)}`,
      "The shell took the bar for itself; a jq filter with a bar goes in quotes.",
    );
  },
});

/** `$NAME` in single quotes is a variable of jq. */
const shellVariable = rule({
  name: "jq-variable",
  title: "A variable that jq does not know",
  sees(view) {
    const name = firstMatch(view, /^jq: error: \$(\w{1,40}) is not defined at /)?.[1];
    const call = callOf(view, "jq");
    return call === null || name === undefined ? null : { call, name };
  },
  repair({ call, name }, view) {
    const { operands } = call;
    const given = operands.flatMap(({ value }, at) =>
      /^--arg(?:json)?$/.test(operands[at - 1]?.raw ?? "") ? (value ?? []) : [],
    );
    if (given.length > 0) {
      return advice(
        `jq knows no $${name}; --arg gives it ${given.map((one) => `$${one}`).join(", ")}.`,
      );
    }
    return corrected(
      `${view.command.slice(0, call.program.end)} --arg ${name} "$${name}"${view.command.slice(call.program.end)}`,
      `In single quotes $${name} is a variable of jq, not of the shell; --arg passes the shell's on.`,
    );
  },
});

/** `"… == "api" …"`: the inner quotes end the outer ones. */
const lostQuotes = rule({
  name: "jq-lost-quotes",
  title: "Double quotes inside double quotes",
  sees(view) {
    const typed = firstMatch(view, /^jq: error: (\w{1,60})\/0 is not defined at /)?.[1];
    const word = callOf(view, "jq")?.operands.find(({ raw }) => raw.includes(`"${typed}"`));
    return typed === undefined || word === undefined || !/^"/.test(word.raw) ? null : { word };
  },
  repair({ word }, view) {
    const inside = word.raw.replace(/^"/, "").replace(/"$/, "");
    return /['\\$\x60]/.test(inside)
      ? null
      : corrected(
          replaceWord(view, word, `'${inside}'`),
          "Double quotes inside double quotes end them; single quotes around the filter keep them.",
        );
  },
});

const operators = rule({
  name: "jq-operator",
  title: "An operator of another language in a jq filter",
  sees(view) {
    const filter = filterOf(view);
    const isSaid =
      firstMatch(view, /^jq: error: syntax error, unexpected (?:INVALID_CHARACTER|'\|')/) !== null;
    return filter === null || !isSaid || !/&&|\|\|/.test(filter.text) ? null : { filter };
  },
  repair: ({ filter }, view) =>
    withFilter(
      view,
      filter,
      filter.text.replaceAll(/\s*&&\s*/g, " and ").replaceAll(/\s*\|\|\s*/g, " or "),
      "jq writes and and or, not && and ||.",
    ),
});

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null (there is no such key)",
};

const typed = named({
  name: "jq-type",
  title: "jq finds another kind of value",
  isAbout: (view) => callOf(view, "jq") !== null,
  cases: [
    {
      says: /^jq: error \(at (?:<stdin>|[^)]{1,200})\): Cannot iterate over (string|number|boolean)\b/,
      tells: ([, kind = ""]) =>
        `[] goes through a list or an object, and there is ${KINDS[kind]} in its place. Leave [] out there.`,
    },
    {
      says: /^jq: error \(at (?:<stdin>|[^)]{1,200})\): Cannot index object with number/,
      tells: () =>
        "A number in brackets takes one of a list, and there is an object in its place: name the key (.key), or go through its values with [].",
    },
    {
      says: /^jq: error \(at (?:<stdin>|[^)]{1,200})\): Cannot index (string|number|boolean) with "([^"\n]{1,60})"/,
      tells: ([, kind = "", key]) =>
        `.${key} was asked of ${KINDS[kind]}, which has no keys. The part of the filter before .${key} leads to another place than meant.`,
    },
    {
      says: /^jq: error \(at (?:<stdin>|[^)]{1,200})\): (string|number|object|array) \(.{1,200}\) and (string|number|object|array) \(.{1,200}\) cannot be (added|subtracted|multiplied|divided)/,
      tells: ([, one = "", other = "", what]) =>
        `${KINDS[one]} and ${KINDS[other]} cannot be ${what}. tonumber makes a number of a text, tostring a text of a number.`.replace(
          /^a/,
          "A",
        ),
    },
    {
      says: /^jq: error: Could not open file (\.[\w.[\]]{1,100}): No such file or directory/,
      tells: ([, part]) =>
        `jq takes one filter, and ${part} is read as the name of a file. Put the whole filter into one pair of quotes, with a bar between its parts.`,
    },
  ],
});

/** `jq data.json .name`. */
const swapped = rule({
  name: "jq-order",
  title: "The file before the filter",
  sees(view) {
    const [file, filter, ...more] =
      callOf(view, "jq")?.operands.filter(({ raw }) => !raw.startsWith("-")) ?? [];
    const isSwapped =
      /\.json$/.test(file?.value ?? "") && /^\./.test(filter?.value ?? filter?.raw ?? "");
    const isSaid = firstMatch(view, /^jq: error/) !== null;
    return file === undefined || filter === undefined || more.length > 0 || !isSwapped || !isSaid
      ? null
      : { file, filter };
  },
  repair: ({ file, filter }, { command }) =>
    corrected(
      `${command.slice(0, file.start)}${filter.raw} ${file.raw}${command.slice(filter.end)}`,
      "The filter comes before the file.",
    ),
});

export const jqRules: readonly Rule[] = [
  swapped,
  unquotedBar,
  shellVariable,
  lostQuotes,
  operators,
  typed,
  rule({
    name: "jq-quotes",
    title: "Single quotes in a jq filter",
    sees(view) {
      const filter = filterOf(view);
      const isSaid =
        firstMatch(view, /^jq: error: syntax error, unexpected INVALID_CHARACTER/) !== null;
      return filter === null ||
        !isSaid ||
        !/'[^'"]*'/.test(filter.text) ||
        filter.text.includes('"')
        ? null
        : { filter };
    },
    repair: ({ filter }, view) =>
      withFilter(
        view,
        filter,
        filter.text.replaceAll("'", '"'),
        "Strings in a jq filter need double quotes.",
      ),
  }),
  rule({
    name: "jq-function",
    title: "Misspelt jq function",
    sees(view) {
      const filter = filterOf(view);
      const typed = firstMatch(view, /^jq: error: (\w{2,40})\/\d{1,2} is not defined at /)?.[1];
      const meant = typed === undefined ? null : nearest(typed, BUILT_IN);
      return filter === null || typed === undefined || meant === null
        ? null
        : { filter, typed, meant };
    },
    repair({ filter, typed, meant }, view) {
      const at = wholeWords(filter.text, typed);
      const place = at[0];
      if (place === undefined || at.length !== 1) return null;
      const text = filter.text.slice(0, place) + meant + filter.text.slice(place + typed.length);
      return withFilter(
        view,
        filter,
        text,
        `jq has no function ${typed}; the closest is ${meant}.`,
      );
    },
  }),
  rule({
    name: "jq-misspelt-key",
    title: "Misspelt key in a jq filter",
    sees(view) {
      const filter = filterOf(view);
      const isNull =
        firstMatch(
          view,
          /^jq: error.{0,300}: (?:Cannot iterate over null|null \(null\) (?:and|cannot))/,
        ) !== null;
      const files =
        callOf(view, "jq")?.operands.filter(({ value }) => /\.json$/.test(value ?? "")) ?? [];
      const [file] = files;
      return filter === null || !isNull || file?.value == null
        ? null
        : { filter, path: file.value };
    },
    async repair({ filter, path }, view, ask) {
      const text = await ask.read(path);
      const keys = [...(text ?? "").matchAll(/"(\w{1,60})"\s*:/g)].map(([, key = ""]) => key);
      const used = [...filter.text.matchAll(/\.(\w+)/g)].map(([, key = ""]) => key);
      const [typed, ...more] = used.filter((key) => !keys.includes(key));
      const meant = typed === undefined || more.length > 0 ? null : nearest(typed, keys);
      if (typed === undefined || meant === null) return null;
      return withFilter(
        view,
        filter,
        filter.text.replace(`.${typed}`, `.${meant}`),
        `${path} has no key ${typed}; the closest is ${meant}.`,
      );
    },
  }),
];
