/** Values that other languages write otherwise than JSON, and what a JSON file lacks at a line's end. */
import type { Rule } from "../rule.ts";
import { rule } from "../rule.ts";
import { unclosed, withClosedString } from "../source/brackets.ts";
import { rewrite, sourceText } from "../source/source-text.ts";
import { codeOf } from "../source/words.ts";
import { jsonFault, lineOf, locateJson } from "./json-file.ts";

const UNEXPECTED =
  /Expecting (?:property name|value)|Invalid (?:numeric )?literal|Unexpected token|Expected (?:property name|double-quoted)|is not valid JSON|Objects must consist/;

interface JsonSlip {
  readonly name: string;
  readonly title: string;
  readonly says: RegExp;
  readonly mend: (lines: readonly string[], line: number) => readonly string[] | null;
  readonly because: (path: string, line: number) => string;
}

const SLIPS: readonly JsonSlip[] = [
  {
    name: "json-literals",
    title: "Python's True, False or None in JSON",
    says: UNEXPECTED,
    mend: (lines) =>
      lines.map((line) =>
        inCode(line, /\b(?:True|False|None)\b/g, (word) =>
          word === "None" ? "null" : word.toLowerCase(),
        ),
      ),
    because: (path) => `${path} has values as Python writes them; JSON has true, false and null.`,
  },
  {
    name: "json-keys",
    title: "Unquoted keys in JSON",
    says: UNEXPECTED,
    mend: (lines) =>
      lines.map((line) =>
        line.replaceAll(/([{,]\s*|^\s*)([A-Za-z_][\w-]*)(\s*:)(?=\s*["\d[{tfn-])/g, '$1"$2"$3'),
      ),
    because: (path) => `JSON keys need double quotes; some in ${path} have none.`,
  },
  {
    name: "json-string",
    title: "A JSON string has no closing quote",
    says: /Invalid control character|Bad control character|Unterminated string|Unfinished string|in string literal/,
    mend(lines, line) {
      const at = [line, line - 1].find(
        (number) => withClosedString(lines[number - 1] ?? "") !== null,
      );
      if (at === undefined) return null;
      return lines.map((text, index) =>
        index === at - 1 ? (withClosedString(text) ?? text) : text,
      );
    },
    because: (path, line) => `A string near line ${line} of ${path} has no closing quote.`,
  },
  {
    name: "json-end",
    title: "A JSON file ends too early",
    says: /Expecting ',' delimiter|Unfinished JSON term|Unexpected end of JSON|Expected ',' or '[}\]]'/,
    mend(lines, line) {
      const end = unclosed(lines.join(" "));
      const last = lines.findLastIndex((text) => text.trim() !== "");
      if (end.length !== 1 || line < last + 1) return null;
      return lines.map((text, index) => (index === last ? `${text}\n${end}` : text));
    },
    because: (path) => `${path} ends before its last bracket is closed.`,
  },
];

export const jsonValues: readonly Rule[] = SLIPS.map(({ name, title, says, mend, because }) =>
  rule({
    name,
    title,
    sees: (view) => jsonFault(view, [says]),
    async repair(fault, _view, ask) {
      const file = await locateJson(fault, ask);
      const source = file === null ? null : await sourceText(file, ask);
      if (source === null) return null;
      const line = lineOf(fault, source.lines.join("\n"));
      const now = mend(source.lines, line);
      // Only a text that is JSON afterwards is certain.
      if (now === null || !isJson(now.join("\n"))) return null;
      const shell = rewrite(source, now);
      return shell === null ? null : { shell, explanation: because(source.path, line) };
    },
  }),
);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Replaces words outside strings. */
function inCode(line: string, word: RegExp, write: (word: string) => string): string {
  const found = [...codeOf(line).matchAll(word)].reverse();
  return found.reduce(
    (text, { 0: old, index }) => text.slice(0, index) + write(old) + text.slice(index + old.length),
    line,
  );
}
