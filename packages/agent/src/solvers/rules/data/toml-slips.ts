/** Slips in TOML files, as Python and Cargo report them. */
import { advice, type Rule, rule } from "../rule.ts";
import { unclosed, withClosedString } from "../source/brackets.ts";
import { sentence } from "../source/line-slips.ts";
import { rewrite, withLine } from "../source/source-text.ts";
import { firstMatch, type View } from "../view.ts";
import { dataFile } from "./data-file.ts";

interface Fault {
  readonly line: number;
  readonly named: string | null;
}

const PYTHON = /TOMLDecodeError: (.{1,120}) \(at line (\d{1,7}), column \d{1,7}\)$/;
const CARGO = /^error: (.{1,120})$/;
const CARGO_PLACE = /^\s*--> ([^\s:][^:]{0,250}\.toml):(\d{1,7}):\d{1,7}$/;
const OLD_CARGO = /^\s*TOML parse error at line (\d{1,7}), column \d{1,7}$/;
const MANIFEST = /(?:manifest at|could not parse|failed to parse) `([^`\n]{1,250}\.toml)`/;

/** The fault if its message fits, wherever it is said. */
function fault(view: View, says: RegExp): Fault | null {
  const python = firstMatch(view, PYTHON);
  if (python !== null)
    return says.test(python[1] ?? "") ? { line: Number(python[2]), named: null } : null;
  const place = firstMatch(view, CARGO_PLACE);
  if (place !== null) {
    const isSaid = view.lines.some((line) => CARGO.test(line) && says.test(line));
    return isSaid ? { line: Number(place[2]), named: place[1] ?? null } : null;
  }
  const old = firstMatch(view, OLD_CARGO);
  const isSaid = view.lines.some((line) => says.test(line));
  if (old === null || !isSaid) return null;
  return { line: Number(old[1]), named: firstMatch(view, MANIFEST)?.[1] ?? null };
}

interface TomlSlip {
  readonly name: string;
  readonly title: string;
  readonly says: RegExp;
  readonly mend: (text: string) => string | null;
  readonly because: (place: string) => string;
}

const VALUE = /^(\s*[\w."-]+\s*=\s*)(.*?)(\s*(?:#.*)?)$/;

const SLIPS: readonly TomlSlip[] = [
  {
    name: "toml-string",
    title: "A TOML string has no closing quote",
    says: /Illegal character '\\n'|invalid (?:basic|literal) string|While parsing a Basic String/i,
    mend: withClosedString,
    because: (place) => `The string in ${place} has no closing quote.`,
  },
  {
    name: "toml-boolean",
    title: "A capital letter in a TOML boolean",
    says: /Invalid value|invalid (?:boolean|string)|expected `?(?:true|false|nothing)|string values must be quoted/i,
    mend: (text) => replaced(text, /^(?:True|False|TRUE|FALSE)$/, (value) => value.toLowerCase()),
    because: (place) => `${place}: TOML writes true and false in small letters.`,
  },
  {
    name: "toml-unquoted",
    title: "Unquoted string in TOML",
    says: /Invalid value|invalid (?:string|float|number|date-time)|expected (?:nothing|newline)|string values must be quoted|Expected newline or end of document|Unexpected `[.a-z]`/i,
    mend: (text) =>
      replaced(
        text,
        /^(?!(?:true|false|inf|nan)$)(?:[A-Za-z/~^][^"'#=\]}]*|\d+\.\d+\.[\w.-]+)$/i,
        (value) => `"${value}"`,
      ),
    because: (place) => `The string in ${place} needs quotes.`,
  },
  {
    name: "toml-equals",
    title: "A colon after a TOML key",
    says: /Expected '=' after a key|expected `?[.=]|key with no value/i,
    mend: (text) => (/^\s*[\w-]+\s*:/.test(text) ? text.replace(/\s*:\s*/, " = ") : null),
    because: (place) => `${place} has a colon after its key; TOML needs an equals sign.`,
  },
  {
    name: "toml-table",
    title: "A TOML table name is not closed",
    says: /Expected '\]+' at the end of|unclosed table|expected (?:`\.` or )?`\]`/i,
    mend(text) {
      const end = /^\s*\[/.test(text) ? unclosed(text) : "";
      return end === "" ? null : text.trimEnd() + end;
    },
    because: (place) => `The table name in ${place} has no closing bracket.`,
  },
];

function replaced(text: string, fits: RegExp, write: (value: string) => string): string | null {
  const [, key = "", value = "", comment = ""] = VALUE.exec(text) ?? [];
  return fits.test(value) ? key + write(value) + comment : null;
}

export const tomlSlips: readonly Rule[] = [
  ...SLIPS.map(({ name, title, says, mend, because }) =>
    rule({
      name,
      title,
      sees: (view) => fault(view, says),
      async repair({ line, named }, view, ask) {
        const source = await dataFile(view, ask, /\.toml$/, named);
        // Some parsers stop at the line after the fault.
        for (const number of source === null ? [] : [line, line - 1]) {
          const now = mend(source?.lines[number - 1] ?? "");
          const shell =
            source === null || now === null
              ? null
              : rewrite(source, withLine(source.lines, number, now));
          if (shell !== null)
            return { shell, explanation: sentence(because(`line ${number} of ${source?.path}`)) };
        }
        return null;
      },
    }),
  ),
  rule({
    name: "toml-twice",
    title: "A TOML key is set twice",
    sees: (view) =>
      fault(view, /Cannot overwrite a value|duplicate key|Cannot declare .{1,80} twice/i),
    async repair({ line, named }, view, ask) {
      const source = await dataFile(view, ask, /\.toml$/, named);
      const key = /^\s*([\w."-]+)\s*=|^\s*(\[[^\]]{1,80}\])/.exec(source?.lines[line - 1] ?? "");
      const name = key?.[1] ?? key?.[2];
      if (source === null || name === undefined) return null;
      const first =
        source.lines.findIndex((text) => text.trimStart().replace(/\s*=.*/, "") === name) + 1;
      const other = first > 0 && first < line ? `, in line ${first} and in line ${line}` : "";
      return advice(`${source.path} sets ${name} twice${other}; only you know which should stay.`);
    },
  }),
];
