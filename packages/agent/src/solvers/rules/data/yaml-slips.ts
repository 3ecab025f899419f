/** Slips in one line of a YAML file. */
import { nearest } from "../nearest.ts";
import type { Rule } from "../rule.ts";
import { unclosed, withClosedString } from "../source/brackets.ts";
import { lineSlip } from "../source/line-slips.ts";
import { withLine } from "../source/source-text.ts";
import { firstMatch, type View } from "../view.ts";
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
  {
    name: "yaml-star",
    title: "A YAML value starts with an asterisk",
    sees: (view) => yamlFault(view, /while scanning an alias|expected alphabetic or numeric/),
    mend(text) {
      const [, key = "", value = ""] =
        /^(\s*(?:- )?(?:[\w.-]+:\s+)?)(\*[^"]*?)\s*$/.exec(text) ?? [];
      return value === "" ? null : `${key}"${value}"`;
    },
    because: (place) =>
      `The value in ${place} starts with *, which names an anchor in YAML; a pattern needs quotes.`,
  },
  {
    name: "yaml-dash",
    title: "No space after the dash of a YAML list",
    sees: (view) => yamlFault(view, /while scanning a simple key|could not find expected ':'/),
    mend: (text, above) =>
      /^\s*-[^\s-]/.test(text) && /^\s*(?:- |[\w.-]+:\s*$)/.test(above)
        ? text.replace(/^(\s*-)/, "$1 ")
        : null,
    because: (place) => `${place} needs a space after its dash.`,
  },
  {
    name: "yaml-apostrophe",
    title: "An apostrophe in a YAML string",
    sees: (view) =>
      yamlFault(view, /expected <block end>, but found '<scalar>'|did not find expected/),
    mend(text) {
      const [, key = "", inside = ""] =
        /^(\s*(?:- )?(?:[\w.-]+:\s+)?)'([^"\\]*'[^"\\]*)'\s*$/.exec(text) ?? [];
      return inside === "" ? null : `${key}"${inside}"`;
    },
    because: (place) => `The apostrophe in ${place} ends the string; in double quotes it does not.`,
  },
  {
    name: "yaml-template",
    title: "A template in a YAML value",
    sees: (view) =>
      yamlFault(view, /found unhashable key|while constructing a mapping|invalid map key/),
    mend(text) {
      const [, key = "", value = ""] =
        /^(\s*(?:- )?(?:[\w.-]+:\s+)?)(\{\{[^"]*\}\}[^"]*?)\s*$/.exec(text) ?? [];
      return value === "" ? null : `${key}"${value}"`;
    },
    because: (place) =>
      `The value in ${place} starts with {{, which opens a map in YAML; it needs quotes.`,
  },
];

const explained: readonly Rule[] = [
  lineSlip({
    name: "yaml-alias",
    title: "A YAML anchor that does not exist",
    sees(view) {
      const found = yamlFault(view, /found undefined alias/);
      const name = firstMatch(view, /found undefined alias '?([\w-]{1,60})/)?.[1];
      return found === null || name === undefined ? null : { ...found, name };
    },
    mend({ path, lines }, { line, name }) {
      const anchors = [...lines.join("\n").matchAll(/&([\w-]{1,60})/g)].map(([, one = ""]) => one);
      const meant = nearest(name, anchors);
      const text = lines[line - 1] ?? "";
      if (meant === null) {
        return {
          because: `line ${line} of ${path}: *${name} refers to an anchor &${name} above it, and there is none. A text that starts with * needs quotes.`,
        };
      }
      return {
        lines: withLine(lines, line, text.replace(`*${name}`, `*${meant}`)),
        because: `line ${line} of ${path}: there is no anchor ${name}; the closest is ${meant}.`,
      };
    },
  }),
  lineSlip({
    name: "yaml-documents",
    title: "Several YAML documents in one file",
    sees: (view) => yamlFault(view, /expected a single document in the stream/),
    mend: ({ path, lines }) => {
      const second = lines.findIndex((text, at) => at > 0 && /^---(?:\s|$)/.test(text)) + 1;
      return {
        because: `${path} has several documents (--- in line ${second}), and the program reads one. Read all of them (safe_load_all in Python), or split the file.`,
      };
    },
  }),
  lineSlip({
    name: "yaml-level",
    title: "A YAML line between two levels",
    sees: (view) =>
      yamlFault(
        view,
        /expected <block end>, but found '(?:<block mapping start>|\?)'|did not find expected/,
      ),
    mend({ path, lines }, { line }) {
      const text = lines[line - 1] ?? "";
      const indent = (one: string) => one.length - one.trimStart().length;
      const levels = new Set(
        lines.slice(0, line - 1).flatMap((one) => (/^\s*[\w.-]+:/.test(one) ? [indent(one)] : [])),
      );
      const isKey = /^\s*[\w.-]+:/.test(text);
      if (!isKey || levels.has(indent(text)) || levels.size < 2) return null;
      const known = [...levels].sort((a, b) => a - b).join(", ");
      return {
        because: `line ${line} of ${path} is indented by ${indent(text)} spaces, and no line above it is: they have ${known}. Indent it like the keys that it belongs to.`,
      };
    },
  }),
];

const mended: readonly Rule[] = SLIPS.map(({ name, title, sees, mend, because }) =>
  lineSlip({
    name,
    title,
    sees,
    mend({ path, lines }, { line }) {
      // A scanner may stop at the line after the fault.
      for (const number of [line, line - 1]) {
        const above = lines.slice(0, number - 1).findLast((one) => one.trim() !== "") ?? "";
        const now = number < 1 ? null : mend(lines[number - 1] ?? "", above);
        if (now === null) continue;
        return {
          lines: withLine(lines, number, now),
          because: because(`line ${number} of ${path}`),
        };
      }
      return null;
    },
  }),
);

export const yamlSlips: readonly Rule[] = [...mended, ...explained];
