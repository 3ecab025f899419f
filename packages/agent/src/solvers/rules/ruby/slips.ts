/** Slips in Ruby programs, with Ruby's own suggestion where it has one. */
import { entryOf } from "../entry-of.ts";
import { nearest } from "../nearest.ts";
import { advice, type Rule, rule } from "../rule.ts";
import { LANGUAGES } from "../source/languages.ts";
import { lineSlip } from "../source/line-slips.ts";
import { slips } from "../source/slips.ts";
import { rewrite, sourceText, withLine, withLineBefore } from "../source/source-text.ts";
import { firstMatch, type View } from "../view.ts";

const PLACE = String.raw`^([^\s:][^:]{0,250}\.rb):(\d{1,7}):in .{1,200}?: `;
const UNKNOWN = new RegExp(
  `${PLACE}(?:undefined (local variable or method|method)|uninitialized constant) [\`'](?:\\w+::)*([A-Za-z_]\\w{0,60}[?!]?)|${PLACE}uninitialized constant (?:\\w+::)*([A-Z]\\w{0,60})`,
);
const MEANT = /^Did you mean\?\s+[:@]{0,2}([A-Za-z_]\w{0,60}[?!]?)$/;
const NOT_LOADED =
  /^(?:([^\s:][^:]{0,250}\.rb):(\d{1,7}):in [`'](?:Kernel#)?require_relative'|<internal:.{1,200}>:\d{1,7}:in [`'](?:Kernel#)?require'): cannot load such file -- (\S{1,300}) \(LoadError\)$/;
const CALLER = /^\s+from ([^\s:<][^:]{0,250}\.rb):(\d{1,7}):in /;
/** What a program must load before it uses a constant. */
const LIBRARIES: Readonly<Record<string, string>> = {
  Set: "set",
  JSON: "json",
  YAML: "yaml",
  CSV: "csv",
  Date: "date",
  DateTime: "date",
  Time: "time",
  FileUtils: "fileutils",
  Pathname: "pathname",
  OpenStruct: "ostruct",
  Tempfile: "tempfile",
  SecureRandom: "securerandom",
  Digest: "digest",
  Net: "net/http",
  URI: "uri",
  ERB: "erb",
  Logger: "logger",
  OptionParser: "optparse",
  StringIO: "stringio",
  BigDecimal: "bigdecimal",
  Benchmark: "benchmark",
  Timeout: "timeout",
  Open3: "open3",
  Base64: "base64",
  Shellwords: "shellwords",
};
const STANDARD = [...new Set(Object.values(LIBRARIES)), "socket", "zlib", "English", "io/console"];

interface Unknown {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly isMember: boolean;
}

function unknown(view: View): Unknown | null {
  const [, path, line, kind, name, other, number, constant] = firstMatch(view, UNKNOWN) ?? [];
  const file = path ?? other;
  const word = name ?? constant;
  if (file === undefined || word === undefined) return null;
  return { path: file, line: Number(line ?? number), name: word, isMember: kind === "method" };
}

export const rubySlips: readonly Rule[] = [
  lineSlip({
    name: "ruby-library",
    title: "A Ruby library is not loaded",
    sees(view) {
      const at = unknown(view);
      return at !== null && Object.hasOwn(LIBRARIES, at.name) ? at : null;
    },
    mend({ path, lines }, { name }) {
      const library = entryOf(LIBRARIES, name);
      const first = lines.findIndex((line) => !/^#/.test(line)) + 1;
      return {
        lines: withLineBefore(lines, first, `require "${library}"`),
        because: `${path} uses ${name} but does not load it: require "${library}".`,
      };
    },
  }),
  slips({
    name: "ruby-name",
    kind: "Ruby name",
    language: LANGUAGES.ruby,
    finds(view) {
      const at = unknown(view);
      const meant = firstMatch(view, MEANT)?.[1];
      if (at === null || meant === undefined) return [];
      return [{ ...at, typed: at.name, meant }];
    },
    near: () => null,
  }),
  rule({
    name: "ruby-require",
    title: "A file that Ruby should load is elsewhere or misspelt",
    sees(view) {
      const [, path, line, wanted] = firstMatch(view, NOT_LOADED) ?? [];
      const [, caller, number] = firstMatch(view, CALLER) ?? [];
      const file = path ?? caller;
      if (file === undefined || wanted === undefined) return null;
      return { path: file, line: Number(line ?? number), wanted };
    },
    async repair({ path, line, wanted }, _view, ask) {
      const source = await sourceText(path, ask);
      const text = source?.lines[line - 1] ?? "";
      const [, typed = ""] =
        /\brequire(?:_relative)?[ (]+["']([\w./-]{1,200})["']/.exec(text) ?? [];
      if (source === null || typed === "" || !wanted.endsWith(typed.replace(/^\.\.?\//, ""))) {
        return null;
      }
      const isRelative = /require_relative/.test(text);
      const name = typed.slice(typed.lastIndexOf("/") + 1);
      const found = (await ask.find(/\.rb$/)).map((file) => file.slice(0, -".rb".length));
      const folder = source.path.slice(0, source.path.lastIndexOf("/") + 1);
      const same = found.filter((file) => file === name || file.endsWith(`/${name}`));
      const near = nearest(
        typed,
        found.filter((file) => file.startsWith(folder)).map((file) => file.slice(folder.length)),
      );
      const [only] = same;
      const place =
        only !== undefined && same.length === 1 && only.startsWith(folder)
          ? only.slice(folder.length)
          : near;
      const right = isRelative ? place : nearest(typed, STANDARD);
      if (right === null || right === typed) return null;
      const shell = rewrite(
        source,
        withLine(
          source.lines,
          line,
          text.replace(typed, () => right),
        ),
      );
      if (shell === null) return null;
      return {
        shell,
        explanation: `Line ${line} of ${source.path} loads ${typed}, which does not exist; ${right} does.`,
      };
    },
  }),
  lineSlip({
    name: "ruby-text-and-number",
    title: "A number is added to a Ruby string",
    sees(view) {
      const found = firstMatch(
        view,
        new RegExp(
          `${PLACE}no implicit conversion of (?:Integer|Float) into String \\(TypeError\\)$`,
        ),
      );
      return found === null ? null : { path: found[1] ?? "", line: Number(found[2]) };
    },
    mend({ path, lines }, { line }) {
      const text = lines[line - 1] ?? "";
      const found = [...text.matchAll(/["']\s*\+\s*([a-z_][\w.]*)(?![\w(.[])/g)];
      const operand = found[0]?.[1];
      if (operand === undefined || found.length !== 1 || operand.endsWith(".to_s")) return null;
      const end = (found[0]?.index ?? 0) + (found[0]?.[0].length ?? 0);
      return {
        lines: withLine(lines, line, `${text.slice(0, end)}.to_s${text.slice(end)}`),
        because: `${operand} in line ${line} of ${path} is a number; ${operand}.to_s makes it text.`,
      };
    },
  }),
  rule({
    name: "ruby-end",
    title: "A Ruby block has no end",
    sees(view) {
      const path = firstMatch(
        view,
        /^([^\s:][^:]{0,250}\.rb):\d{1,7}: syntax error, unexpected (?:end-of-input|end of file), expecting [`']end'/,
      )?.[1];
      return path === undefined ? null : { path };
    },
    repair: ({ path }) =>
      advice(`An end is missing in ${path}: a def, if, do or class is never closed.`),
  }),
];
