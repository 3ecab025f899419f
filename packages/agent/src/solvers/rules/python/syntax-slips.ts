/** Slips that Python's parser reports, each with one correction that is certain. */
import { nearest } from "../nearest.ts";
import type { Rule } from "../rule.ts";
import { unclosed, withClosedString } from "../source/brackets.ts";
import { lineSlip, type Mended } from "../source/line-slips.ts";
import { type SourceText, withLine } from "../source/source-text.ts";
import { codeOf } from "../source/words.ts";
import { type Fault, fault, markedText } from "./traceback.ts";

interface SyntaxSlip {
  readonly name: string;
  readonly title: string;
  readonly says: RegExp;
  /** The line as it should be, or null. */
  readonly mend: (text: string, at: Fault) => string | null;
  /** What is wrong with the line; it is said even if no correction is certain, if so. */
  readonly because: (place: string, now: string) => string;
  readonly isSaidAnyway?: true;
}

const INVALID = /^SyntaxError: (?:invalid syntax|expected ':')$/;

const SLIPS: readonly SyntaxSlip[] = [
  {
    name: "python-comparison",
    title: "One equals sign in a Python comparison",
    says: /^SyntaxError: .{0,80}Maybe you meant '==' (?:or ':=' )?instead of '='\?$/,
    mend(text) {
      const signs = [...codeOf(text).matchAll(/(?<![=!<>:+*/%&|^-])=(?!=)/g)];
      const at = signs[0]?.index;
      if (at === undefined || signs.length !== 1) return null;
      return `${text.slice(0, at)}==${text.slice(at + 1)}`;
    },
    because: (place) => `${place} compares with =; Python compares with ==.`,
  },
  {
    name: "python-comma",
    title: "Missing comma in Python",
    says: /^SyntaxError: invalid syntax\. Perhaps you forgot a comma\?$/,
    mend: withComma,
    because: (place) => `${place} lacks a comma between two values.`,
    isSaidAnyway: true,
  },
  {
    name: "python-string",
    title: "A Python string has no closing quote",
    says: /^SyntaxError: (?:unterminated (?:f-)?string literal|EOL while scanning string literal)/,
    mend: withClosedString,
    because: (place) => `The string in ${place} has no closing quote.`,
    isSaidAnyway: true,
  },
  {
    name: "python-else-if",
    title: "else if in Python",
    says: INVALID,
    mend: (text) => changed(text, text.replace(/^(\s*)(?:else\s+if|elseif|elsif)\b/, "$1elif")),
    because: (place) => `${place} says else if; in Python it is elif.`,
  },
  {
    name: "python-operators",
    title: "Operators of other languages in Python",
    says: INVALID,
    mend(text) {
      const code = codeOf(text);
      if (/^\s*[\w.]+(?:\+\+|--)\s*;?$/.test(code)) {
        return text.replace(/(\+|-)[+-]\s*;?\s*$/, " $1= 1");
      }
      if (code !== text && /&&|\|\||!/.test(text.replace(code, ""))) return null;
      const now = text
        .replaceAll(/\s*&&\s*/g, " and ")
        .replaceAll(/\s*\|\|\s*/g, " or ")
        .replaceAll(/!(?=[\w(])/g, "not ");
      return changed(text, now);
    },
    because: (place, now) => `${place} uses an operator that Python does not have: ${now.trim()}`,
  },
  {
    name: "python-keyword",
    title: "Misspelt Python keyword",
    says: INVALID,
    mend(text) {
      const [, indent = "", word = "", rest = ""] = /^(\s*)([a-z]{2,10})\b(.*)$/.exec(text) ?? [];
      const fitting = KEYWORDS.filter(([, shape]) => shape.test(rest)).map(([keyword]) => keyword);
      if (fitting.includes(word)) return null;
      const meant = nearest(word, fitting);
      return meant === null ? null : `${indent}${meant}${rest}`;
    },
    because: (place, now) => `${place} starts with a misspelt keyword: ${now.trim()}`,
  },
];

/** How a statement goes on after its keyword. */
const KEYWORDS: readonly (readonly [string, RegExp])[] = [
  ["import", /^ [\w.]+(?: as \w+)?(?:, ?[\w.]+)*\s*$/],
  ["from", /^ [\w.]+ import /],
  ["for", /^ .+ in .+:\s*$/],
  ["while", /^[ (].+:\s*$/],
  ["if", /^[ (].+:\s*$/],
  ["elif", /^[ (].+:\s*$/],
  ["else", /^\s*:\s*$/],
  ["def", /^ \w+\(.*\).*:\s*$/],
  ["class", /^ \w+(?:\(.*\))?:\s*$/],
  ["return", /^(?: .+)?$/],
  ["raise", /^ \w.*$/],
  ["with", /^ .+:\s*$/],
  ["try", /^\s*:\s*$/],
  ["except", /^(?: .+)?:\s*$/],
  ["finally", /^\s*:\s*$/],
  ["lambda", /^ .*:/],
  ["global", /^ \w+$/],
  ["assert", /^ .+$/],
  ["yield", /^ .+$/],
];

/** Between the two values that Python marked. */
function withComma(text: string, { marks }: Fault): string | null {
  const marked = markedText(text, marks);
  if (marked === null) return null;
  const { at, text: part } = marked;
  if (at + part.length >= text.trimEnd().length) return `${text.trimEnd()},`;
  const gaps = [...filled(part).matchAll(/(?<=[\w"')\]}])\s+(?=[\w"'([{])/g)];
  const [gap] = gaps;
  if (gap === undefined || gaps.length !== 1) return null;
  const place = at + gap.index;
  return `${text.slice(0, place)},${text.slice(place)}`;
}

/** Strings without spaces inside. */
function filled(text: string): string {
  return text.replaceAll(/"[^"]{0,200}"|'[^']{0,200}'/g, (one) => one.replaceAll(/\s/g, "_"));
}

function changed(text: string, now: string): string | null {
  return now === text ? null : now;
}

export const pythonSyntaxSlips: readonly Rule[] = [
  ...SLIPS.map(({ name, title, says, mend, because, isSaidAnyway }) =>
    lineSlip({
      name,
      title,
      sees: (view) => fault(view, says),
      mend({ path, lines }, at): Mended | null {
        const now = mend(lines[at.line - 1] ?? "", at);
        const place = `line ${at.line} of ${path}`;
        if (now === null) return isSaidAnyway ? { because: because(place, "") } : null;
        return { lines: withLine(lines, at.line, now), because: because(place, now) };
      },
    }),
  ),
  lineSlip({
    name: "python-bracket",
    title: "A Python bracket is never closed",
    sees: (view) => fault(view, /^SyntaxError: '([([{])' was never closed$/),
    mend: withBracket,
  }),
];

/** At the end of the line, or before the next line that is indented no more. */
function withBracket({ path, lines }: SourceText, { line, found }: Fault): Mended {
  const because = `The ${found[1]} in line ${line} of ${path} is never closed.`;
  const text = lines[line - 1] ?? "";
  const open = unclosed(text);
  const [, code = "", end = ""] = /^(.*?)(:?\s*(?:#.*)?)$/.exec(text) ?? [];
  if (open.length !== 1) return { because };
  if (!/[([{,]$/.test(code)) return { lines: withLine(lines, line, code + open + end), because };
  const depth = text.length - text.trimStart().length;
  const next = lines.findIndex(
    (one, at) => at >= line && one.trim() !== "" && one.length - one.trimStart().length <= depth,
  );
  const last = lines.slice(0, next).findLastIndex((one) => one.trim() !== "") + 1;
  if (next === -1 || last <= line) return { because };
  const closed = `${lines[last - 1] ?? ""}\n${" ".repeat(depth)}${open}`;
  return { lines: withLine(lines, last, closed), because };
}
