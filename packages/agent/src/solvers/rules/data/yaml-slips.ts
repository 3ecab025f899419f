/** Slips in one line of a YAML file. */
import type { Rule } from "../rule.ts";
import { unclosed, withClosedString } from "../source/brackets.ts";
import { lineSlip } from "../source/line-slips.ts";
import { withLine } from "../source/source-text.ts";
import type { View } from "../view.ts";
import { type YamlFault, yamlFault } from "./yaml-fault.ts";

interface YamlSlip {
  readonly name: string;
  readonly title: string;
  readonly sees: (view: View) => YamlFault | null;
  readonly mend: (text: string, above: string) => string | null;
  readonly because: (place: string) => string;
}

const SLIPS: readonly YamlSlip[] = [
  {
    name: "yaml-string",
    title: "A YAML string has no closing quote",
    sees: (view) => yamlFault(view, /while scanning a quoted scalar/),
    mend: withClosedString,
    because: (place) => `The string in ${place} has no closing quote.`,
  },
  {
    name: "yaml-list",
    title: "A YAML list or map in one line is not closed",
    sees: (view) => yamlFault(view, /while parsing a flow (?:sequence|mapping)/),
    mend(text) {
      const end = unclosed(text);
      return end === "" ? null : text.trimEnd() + end;
    },
    because: (place) => `The bracket in ${place} is never closed.`,
  },
  {
    name: "yaml-indentation",
    title: "A YAML line is indented by one space more or less than the one above",
    sees: (view) =>
      yamlFault(view, /mapping values are not allowed|expected <block end>|did not find expected/),
    mend(text, above) {
      const here = text.length - text.trimStart().length;
      const there = above.length - above.trimStart().length;
      const isItem = /^\s*- /.test(text) && /^\s*- /.test(above);
      const isKey = /^\s*[\w.-]+: +\S/.test(text) && /^\s*[\w.-]+: +[^\s|>&]/.test(above);
      if (Math.abs(here - there) !== 1 || !(isItem || isKey)) return null;
      return " ".repeat(there) + text.trimStart();
    },
    because: (place) => `${place} is not indented like the line above it.`,
  },
  {
    name: "yaml-reserved",
    title: "A YAML value starts with a reserved character",
    sees: (view) => yamlFault(view, /found character (?:'.{1,4}' )?that cannot start any token/),
    mend(text) {
      const [, key = "", value = ""] = /^(\s*(?:- )?[\w.-]+:\s+)([@`%][^"]*?)\s*$/.exec(text) ?? [];
      return value === "" ? null : `${key}"${value}"`;
    },
    because: (place) => `The value in ${place} starts with a reserved character and needs quotes.`,
  },
];

export const yamlSlips: readonly Rule[] = SLIPS.map(({ name, title, sees, mend, because }) =>
  lineSlip({
    name,
    title,
    sees,
    mend({ path, lines }, { line }) {
      const above = lines.slice(0, line - 1).findLast((one) => one.trim() !== "") ?? "";
      const now = mend(lines[line - 1] ?? "", above);
      return now === null
        ? null
        : { lines: withLine(lines, line, now), because: because(`line ${line} of ${path}`) };
    },
  }),
);
