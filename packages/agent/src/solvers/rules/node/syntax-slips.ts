/** Slips in one line of JavaScript that Node reports. */
import { nearest } from "../nearest.ts";
import type { Rule } from "../rule.ts";
import { unclosed, withClosedString } from "../source/brackets.ts";
import { lineSlip, type Mended } from "../source/line-slips.ts";
import { type SourceText, withLine, withLineBefore } from "../source/source-text.ts";
import { codeOf } from "../source/words.ts";
import { firstMatch, type View } from "../view.ts";
import { faultyFile } from "./stack.ts";

const BUILT_IN = new Set(
  "assert buffer child_process cluster crypto dns events fs http https net os path perf_hooks readline stream timers tls url util v8 vm worker_threads zlib".split(
    " ",
  ),
);

interface At {
  readonly path: string;
  readonly line: number;
  readonly word: string;
}

/** Where Node stopped with this message; the word is the message's first group. */
function at(view: View, message: RegExp): At | null {
  const place = faultyFile(view);
  const found = firstMatch(view, message);
  return place === null || found === null ? null : { ...place, word: found[1] ?? "" };
}

export const nodeSyntaxSlips: readonly Rule[] = [
  lineSlip({
    name: "javascript-const",
    title: "A JavaScript constant is changed",
    sees: (view) => at(view, /^TypeError: Assignment to constant variable\.$/),
    mend: withLet,
  }),
  lineSlip({
    name: "javascript-async",
    title: "await in a JavaScript function that is not async",
    sees: (view) => at(view, /^SyntaxError: await is only valid in async functions/),
    mend: withAsync,
  }),
  lineSlip({
    name: "javascript-built-in",
    title: "A Node module is used but not loaded",
    sees: (view) => at(view, /^ReferenceError: (\w{2,20}) is not defined$/),
    mend: withModule,
  }),
  lineSlip({
    name: "javascript-bracket",
    title: "A JavaScript bracket is not closed",
    sees: (view) =>
      at(view, /^SyntaxError: (?:missing \) after argument list|Unexpected token '([{;])')$/),
    mend({ path, lines }, { line, word }) {
      const text = lines[line - 1] ?? "";
      const now = withClosing(text, word);
      const because = `Line ${line} of ${path} has an opening bracket without a closing one.`;
      return now === null ? null : { lines: withLine(lines, line, now), because };
    },
  }),
  lineSlip({
    name: "javascript-string",
    title: "A JavaScript string has no closing quote",
    sees: (view) => at(view, /^SyntaxError: Invalid or unexpected token$/),
    mend({ path, lines }, { line }) {
      const now = withClosedString(lines[line - 1] ?? "");
      const because = `The string in line ${line} of ${path} has no closing quote.`;
      return now === null ? null : { lines: withLine(lines, line, now), because };
    },
  }),
  lineSlip({
    name: "javascript-keyword",
    title: "Misspelt JavaScript keyword",
    sees: (view) => at(view, /^SyntaxError: Unexpected (?:identifier|number|string|strict|token)/),
    mend({ path, lines }, { line }) {
      const text = lines[line - 1] ?? "";
      const [, lead = "", word = "", rest = ""] =
        /^(\s*(?:export |async |\} )*)([a-z]{3,10})( .*)$/.exec(text) ?? [];
      const fitting = KEYWORDS.filter(([, shape]) => shape.test(rest)).map(([name]) => name);
      const meant = fitting.includes(word) ? null : nearest(word, fitting);
      if (meant === null) return null;
      return {
        lines: withLine(lines, line, lead + meant + rest),
        because: `Line ${line} of ${path} has a misspelt keyword: ${word} should be ${meant}.`,
      };
    },
  }),
];

const KEYWORDS: readonly (readonly [string, RegExp])[] = [
  ["const", /^ [\w${[].*=/],
  ["let", /^ [\w$]+/],
  ["var", /^ [\w$]+/],
  ["function", /^ [\w$*]+\s*\(/],
  ["return", /^ .+/],
  ["import", /^ .+ from |^ ["']/],
  ["class", /^ \w+.*\{/],
  ["while", /^ ?\(/],
  ["switch", /^ ?\(/],
  ["throw", /^ new /],
];

function withLet({ path, lines }: SourceText, { line }: At): Mended | null {
  const name =
    /(?:^|[^.\w$])([A-Za-z_$][\w$]*)\s*(?:[-+*/%&|^]|\*\*|<<|>>|\|\||&&|\?\?)?=(?!=)|([A-Za-z_$][\w$]*)(?:\+\+|--)/.exec(
      codeOf(lines[line - 1] ?? ""),
    );
  const variable = name?.[1] ?? name?.[2];
  if (variable === undefined) return null;
  const declared = new RegExp(`^(\\s*(?:export )?)const (${variable.replaceAll("$", "\\$")}\\b)`);
  // The nearest declaration above is the one in scope, as far as a line tells.
  const from = lines.slice(0, line).findLastIndex((text) => declared.test(text));
  if (from === -1) return null;
  return {
    lines: withLine(lines, from + 1, (lines[from] ?? "").replace(declared, "$1let $2")),
    because: `${variable} is declared with const in line ${from + 1} of ${path} but changed in line ${line}; it needs let.`,
  };
}

function withModule({ path, lines }: SourceText, { word }: At): Mended | null {
  if (!BUILT_IN.has(word)) return null;
  const isModule = /\.m[jt]s$/.test(path) || lines.some((line) => /^(?:import|export) /.test(line));
  const loading = isModule
    ? `import ${word} from "node:${word}";`
    : `const ${word} = require("node:${word}");`;
  const first = lines.findIndex((line) => !/^(?:#!|["']use strict["'])/.test(line)) + 1;
  return {
    lines: withLineBefore(lines, first, loading),
    because: `${path} uses Node's module ${word} but does not load it.`,
  };
}

/** The bracket goes before what cannot follow it: a block, or the end of the statement. */
function withClosing(text: string, before: string): string | null {
  const code = text.trimEnd();
  const end = before === "{" ? /\s*\{$/.exec(code) : /[;,]?$/.exec(code);
  if (end === null) return null;
  const head = code.slice(0, end.index);
  const open = unclosed(head);
  return open.length === 1 && open !== "}" ? head + open + end[0] : null;
}

/** The function around the line is the nearest one that is indented less. */
function withAsync({ path, lines }: SourceText, { line }: At): Mended | null {
  const depth = (lines[line - 1] ?? "").search(/\S/);
  const from = lines
    .slice(0, line - 1)
    .findLastIndex((text) => text.trim() !== "" && text.search(/\S/) < depth);
  const text = lines[from] ?? "";
  const now = text.replace(/(^|[\s=(,:])(function\b|(?:\([^()]*\)|\w+) =>)/, "$1async $2");
  if (now === text || /\basync\b/.test(text)) return null;
  return {
    lines: withLine(lines, from + 1, now),
    because: `Line ${line} of ${path} uses await, so the function in line ${from + 1} must be async.`,
  };
}
