/** Rust programs that rustc refuses: its own help, or the nearest name. */
import { nearest } from "../nearest.ts";
import { type Rule, rule } from "../rule.ts";
import { LANGUAGES, speaks } from "../source/languages.ts";
import { lineSlip } from "../source/line-slips.ts";
import { nearName, type Slip, slips } from "../source/slips.ts";
import { rewrite, sourceText, withLine } from "../source/source-text.ts";
import { namesIn } from "../source/words.ts";
import type { View } from "../view.ts";
import { type Change, changesIn } from "./compiler-help.ts";
import { isHarmless } from "./harmless-help.ts";
import { errorsIn, labelOf } from "./report.ts";

const UNKNOWN =
  /^error(?:\[E(?:0425|0433|0412|0423|0560|0599|0609)\])?: (?:cannot find (?:value|function|type|macro|struct)|failed to resolve: use of undeclared (?:type|crate or module)|no (?:method|field|function or associated item)(?: named)?|struct `\w{1,60}` has no field named) `([A-Za-z_]\w{1,60})`/;
const MEMBER = /no (?:method|field|function)|has no field/;
const PLACE = /^\s*-->\s+([^\s:][^:]{0,250}\.rs):(\d{1,7}):(\d{1,5})$/;
const STANDARD = [
  "push push_str push_back push_front pop pop_front pop_back insert remove contains contains_key",
  "iter iter_mut into_iter map filter collect enumerate zip chain fold sum count max min sort",
  "sort_by len is_empty clone to_string to_owned to_uppercase to_lowercase trim split lines chars",
  "bytes parse unwrap expect unwrap_or as_str as_bytes join replace starts_with ends_with extend",
  "entry or_insert get get_mut first last keys values reverse dedup retain drain println print",
  "eprintln format vec panic assert assert_eq from new with_capacity String Option Result Vec Some",
  "None Box HashMap HashSet",
].flatMap((line) => line.split(" "));
const MODULES =
  "cell char cmp collections convert env error ffi fmt fs hash io iter mem net num ops option path process ptr rc result slice str string sync thread time vec".split(
    " ",
  );

export const rustSlips: readonly Rule[] = [
  rule({
    name: "rust-help",
    title: "rustc prints the correction",
    sees(view) {
      const changes = changesIn(view).filter(({ path }) => speaks(LANGUAGES.rust, view, path));
      const [first] = changes;
      return first === undefined ? null : { path: first.path, changes };
    },
    async repair({ path, changes }, _view, ask) {
      const source = await sourceText(path, ask);
      if (source === null) return null;
      const here = changes.filter((one) => one.path === path);
      const { lines, used } = apply(source.lines, here);
      const shell = rewrite(source, lines);
      const said = used.map(({ line, now, because }) => `line ${line}: ${because}: ${now.trim()}`);
      if (shell === null) return null;
      return {
        shell,
        explanation: `rustc suggests for ${source.path}, ${[...new Set(said)].join("; ")}`,
      };
    },
  }),
  slips({
    name: "rust-name",
    kind: "Rust name",
    language: LANGUAGES.rust,
    finds: unknownNames,
    near: ({ typed }, { lines }) => nearName(typed, [...STANDARD, ...namesIn(lines)]),
  }),
  lineSlip({
    name: "rust-keyword",
    title: "Misspelt Rust keyword, or one of another language",
    sees(view) {
      const report = errorsIn(view).find(({ message }) =>
        /^expected .{1,200}, found /.test(message),
      );
      return report === undefined ? null : { path: report.path, line: report.line };
    },
    mend({ path, lines }, { line }) {
      const text = lines[line - 1] ?? "";
      const now = withKeyword(text);
      return now === null
        ? null
        : {
            lines: withLine(lines, line, now),
            because: `Line ${line} of ${path} has a word that is no keyword of Rust: ${now.trim()}`,
          };
    },
  }),
];

const STARTS: readonly (readonly [string, RegExp])[] = [
  ["fn", /^ \w+(?:<.{1,80}>)?\(.*$/],
  ["struct", /^ [A-Z]\w*(?:<.{1,80}>)?\s*[{(;]/],
  ["enum", /^ [A-Z]\w*(?:<.{1,80}>)?\s*\{/],
  ["impl", /^(?:<.{1,80}>)? [A-Z].*\{/],
  ["let", /^ (?:mut )?\w+(?:: .{1,80})? = /],
  ["match", /^ .*\{$/],
  ["while", /^ .*\{$/],
  ["return", /^ .*;$/],
  ["use", /^ [\w:{}, ]+;$/],
];

function withKeyword(text: string): string | null {
  const chained = text.replace(/(\}\s*)(?:elif|elseif|elsif)\b/, "$1else if");
  if (chained !== text) return chained;
  const [, start = "", word = "", rest = ""] =
    /^(\s*(?:pub )?)([a-z]{2,8})\b(.*)$/.exec(text) ?? [];
  const fitting = STARTS.filter(([, shape]) => shape.test(rest)).map(([keyword]) => keyword);
  if (fitting.includes(word)) return null;
  const isFunction = fitting.includes("fn") && /^(?:def|func|function|fun|fnc)$/.test(word);
  const meant = isFunction ? "fn" : nearest(word, fitting);
  return meant === null ? null : `${start}${meant}${rest}`;
}

function apply(lines: readonly string[], changes: readonly Change[]) {
  const used: Change[] = [];
  let result = lines;
  for (const change of changes) {
    const text = result[change.line - 1];
    if (text === undefined || !isAsSeen(text, change)) continue;
    if (text.split("\n").includes(change.now)) continue;
    if (!isHarmless(change, text, lines)) continue;
    // rustc prints tabs as spaces.
    const indent = text.slice(0, text.length - text.trimStart().length);
    const now = change.was === null ? `${change.now}\n${text}` : indent + change.now.trimStart();
    result = withLine(result, change.line, now);
    used.push(change);
  }
  return { lines: result, used };
}

function isAsSeen(text: string, { was, now, isGrown }: Change): boolean {
  if (was === null) return true;
  return isGrown ? isPartOf(text.trim(), now) : text.trimStart() === was.trimStart();
}

/** Whether a text is another one with some characters left out. */
function isPartOf(text: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) {
    if (at < text.length && text.startsWith(character, at)) at += character.length;
  }
  return at === text.length && text !== "";
}

function unknownNames(view: View): readonly Slip[] {
  let unknown: RegExpExecArray | null = null;
  const modules = errorsIn(view).flatMap((report): Slip[] => {
    const typed = /^could not find `(\w{1,60})` in `(?:std|core)`$/.exec(labelOf(report))?.[1];
    const meant = typed === undefined ? null : nearest(typed, MODULES);
    return typed === undefined || meant === null
      ? []
      : [{ path: report.path, line: report.line, typed, meant, isMember: true }];
  });
  const names = view.lines.flatMap((text): Slip[] => {
    unknown = UNKNOWN.exec(text) ?? unknown;
    const [, path = "", line, column] = PLACE.exec(text) ?? [];
    const typed = unknown?.[1];
    if (line === undefined || typed === undefined) return [];
    const isMember = MEMBER.test(unknown?.[0] ?? "");
    unknown = null;
    return [{ path, line: Number(line), column: Number(column), typed, isMember }];
  });
  return [...modules, ...names];
}
