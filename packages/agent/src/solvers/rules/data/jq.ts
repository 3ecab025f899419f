/** Slips in a jq filter. */
import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { nearest } from "../nearest.ts";
import { corrected, type Rule, rule } from "../rule.ts";
import type { Word } from "../shell-words.ts";
import { wholeWords } from "../source/words.ts";
import { callOf, firstMatch, type View } from "../view.ts";

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

export const jqRules: readonly Rule[] = [
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
