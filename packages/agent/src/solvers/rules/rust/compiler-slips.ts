/** Rust programs that rustc refuses: its own help, or the nearest name. */
import { type Rule, rule } from "../rule.ts";
import { nearName, type Slip, slips } from "../source/slips.ts";
import { rewrite, sourceText, withLine } from "../source/source-text.ts";
import { namesIn } from "../source/words.ts";
import type { View } from "../view.ts";
import { type Change, changesIn } from "./compiler-help.ts";

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

export const rustSlips: readonly Rule[] = [
  rule({
    name: "rust-help",
    title: "rustc prints the correction",
    sees(view) {
      const changes = changesIn(view);
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
    finds: unknownNames,
    near: ({ typed }, { lines }) => nearName(typed, [...STANDARD, ...namesIn(lines)]),
  }),
];

/** Two corrections of one place are a choice that rustc leaves open: neither is used. */
function apply(lines: readonly string[], changes: readonly Change[]) {
  const isOpen = ({ line, was, now, because }: Change) =>
    changes.some(
      (other) =>
        other.line === line && other.was === was && other.because === because && other.now !== now,
    );
  const used: Change[] = [];
  let result = lines;
  for (const change of changes.filter((one) => !isOpen(one))) {
    const text = result[change.line - 1] ?? "";
    const isAsSeen = change.was === null || text.trimStart() === change.was.trimStart();
    if (!isAsSeen || text.split("\n").includes(change.now)) continue;
    // rustc prints tabs as spaces.
    const indent = text.slice(0, text.length - text.trimStart().length);
    const now = change.was === null ? `${change.now}\n${text}` : indent + change.now.trimStart();
    result = withLine(result, change.line, now);
    used.push(change);
  }
  return { lines: result, used };
}

function unknownNames({ lines }: View): readonly Slip[] {
  let unknown: RegExpExecArray | null = null;
  return lines.flatMap((text): Slip[] => {
    unknown = UNKNOWN.exec(text) ?? unknown;
    const [, path = "", line, column] = PLACE.exec(text) ?? [];
    const typed = unknown?.[1];
    if (line === undefined || typed === undefined) return [];
    const isMember = MEMBER.test(unknown?.[0] ?? "");
    unknown = null;
    return [{ path, line: Number(line), column: Number(column), typed, isMember }];
  });
}
