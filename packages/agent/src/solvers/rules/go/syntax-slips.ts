/** Go lines with one certain correction. */
import { replaceWord } from "../edit-command.ts";
import { nearest } from "../nearest.ts";
import { advice, corrected, type Rule, rule } from "../rule.ts";
import { unclosed, withClosedString } from "../source/brackets.ts";
import { lineSlip } from "../source/line-slips.ts";
import { rewrite, sourceText, withLine } from "../source/source-text.ts";
import { codeOf } from "../source/words.ts";
import { callOf, firstMatch, type View } from "../view.ts";

const PLACE = String.raw`^(?:\.\/|vet: (?:\.\/)?)?([\w][\w./-]{0,250}\.go):(\d{1,7}):(\d{1,5}): `;

interface GoSlip {
  readonly name: string;
  readonly title: string;
  readonly says: string;
  /** The line as it should be, or null. */
  readonly mend: (text: string) => string | null;
  readonly because: string;
}

const changed = (text: string, now: string): string | null => (now === text ? null : now);

const SLIPS: readonly GoSlip[] = [
  {
    name: "go-comma",
    title: "Missing comma in Go",
    says: "syntax error: unexpected newline in (?:composite literal|argument list); possibly missing comma or [})]",
    mend: (text) =>
      unclosed(text) === "" && withClosedString(text) === null && !text.trimEnd().endsWith(",")
        ? `${text.trimEnd()},`
        : null,
    because: "a list that goes on in the next line needs a comma at the end of each line.",
  },
  {
    name: "go-bracket",
    title: "A Go bracket is never closed",
    says: "syntax error: unexpected newline in argument list; possibly missing comma or \\)",
    mend: (text) => (unclosed(text) === ")" ? `${text.trimEnd()})` : null),
    because: "a closing ) is missing.",
  },
  {
    name: "go-string",
    title: "A Go string has no closing quote",
    says: "(?:newline in string|string literal not terminated)",
    mend: withClosedString,
    because: "the string has no closing quote.",
  },
  {
    name: "go-quotes",
    title: "A Go string in single quotes",
    says: "(?:more than one character in rune literal|illegal rune literal)",
    mend: (text) => changed(text, text.replaceAll(/'([^'"\\]{2,200})'/g, '"$1"')),
    because: "text is in double quotes; single quotes are for one character.",
  },
  {
    name: "go-while",
    title: "while in Go",
    says: "syntax error: unexpected .{1,60}",
    mend: (text) => changed(text, text.replace(/^(\s*)while\b(?=.*\{$)/, "$1for")),
    because: "Go has no while; a loop is for.",
  },
  {
    name: "go-increment",
    title: "++ before a Go variable",
    says: "syntax error: unexpected (?:\\+\\+|--)",
    mend: (text) => changed(text, text.replace(/^(\s*)(\+\+|--)(\w+)\s*$/, "$1$3$2")),
    because: "Go has only i++ and i--, as statements.",
  },
  {
    name: "go-declared-again",
    title: "A Go variable is declared twice",
    says: "no new variables on left side of :=",
    mend: (text) => (codeOf(text).split(":=").length === 2 ? text.replace(":=", "=") : null),
    because: "the variable exists already; a new value is assigned with =, without the colon.",
  },
  {
    name: "go-not-declared",
    title: "A Go variable is assigned before it is declared",
    says: "undefined: \\w{1,60}$",
    mend: (text) => changed(text, text.replace(/^(\s*\w+) = /, "$1 := ")),
    because: "a new variable is declared with :=.",
  },
];

function at(view: View, says: string) {
  const found = firstMatch(view, new RegExp(PLACE + says));
  return found === null ? null : { path: found[1] ?? "", line: Number(found[2]) };
}

export const goSyntaxSlips: readonly Rule[] = [
  ...SLIPS.map(({ name, title, says, mend, because }) =>
    lineSlip({
      name,
      title,
      sees: (view) => at(view, says),
      mend({ path, lines }, { line }) {
        const now = mend(lines[line - 1] ?? "");
        return now === null
          ? null
          : { lines: withLine(lines, line, now), because: `line ${line} of ${path}: ${because}` };
      },
    }),
  ),
  lineSlip({
    name: "go-joined-lines",
    title: "else or { on a line of its own in Go",
    sees: (view) =>
      at(
        view,
        "(?:expected statement, found 'else'|syntax error: (?:unexpected else|else must be|unexpected newline, expect(?:ing|ed) \\{ after))",
      ),
    mend({ path, lines }, { line }) {
      const isElse = (lines[line - 1] ?? "").trimStart().startsWith("else");
      const upper = isElse ? line - 1 : line;
      const first = (lines[upper - 1] ?? "").trimEnd();
      const second = (lines[upper] ?? "").trim();
      const fits = isElse ? first.trim() === "}" : second === "{";
      if (!fits) return null;
      const joined = withLine(lines, upper, `${first} ${second}`);
      return {
        lines: withLine(joined, upper + 1, ""),
        because: isElse
          ? `In Go, else stands on the line of the closing brace: } else { (line ${line} of ${path}).`
          : `The { must be at the end of line ${line} of ${path}.`,
      };
    },
  }),
  rule({
    name: "go-run-package",
    title: "go run is given one file of several",
    sees(view) {
      const call = callOf(view, "go");
      const files = call?.operands.filter(({ value }) => value?.endsWith(".go")) ?? [];
      const [file] = files;
      const isRun = call?.operands[0]?.value === "run" || call?.operands[0]?.value === "build";
      const missing = firstMatch(view, new RegExp(`${PLACE}undefined: (\\w{1,60})$`))?.[4];
      return isRun && file !== undefined && files.length === 1 && missing !== undefined
        ? { file, missing }
        : null;
    },
    async repair({ file, missing }, view, ask) {
      const found = await ask.ask(
        "grep",
        "-l",
        "-E",
        `^(func|type|var|const) ${missing}\\b`,
        "-r",
        "--include=*.go",
        ".",
      );
      const [other, ...more] = (found ?? "")
        .split("\n")
        .filter((path) => /^\.\/[^/]+\.go$/.test(path));
      if (other === undefined || more.length > 0 || other === `./${file.value}`) return null;
      return corrected(
        replaceWord(view, file, "."),
        `${missing} is in ${other.slice(2)}, which the command leaves out; . means all files of the package.`,
      );
    },
  }),
  rule({
    name: "go-own-package",
    title: "A package of the own module is imported by a wrong path",
    sees(view) {
      const wanted = firstMatch(
        view,
        new RegExp(`${PLACE}package ([\\w./-]{1,150}) is not in (?:GOROOT|std)`),
        new RegExp(`${PLACE}no required module provides package ([\\w./-]{1,150})`),
        new RegExp(
          `${PLACE}(?:module \\S{1,150} .{0,40})?package ([\\w./-]{1,150}) (?:is not|, but does)`,
        ),
      );
      return wanted === null
        ? null
        : { path: wanted[1] ?? "", line: Number(wanted[2]), wanted: wanted[4] ?? "" };
    },
    async repair({ path, line, wanted }, _view, ask) {
      const source = await sourceText(path, ask);
      const module = /^module (\S{1,150})$/m.exec((await ask.read("go.mod")) ?? "")?.[1];
      if (source === null || module === undefined) return null;
      const folders = [
        ...new Set(
          (await ask.find(/\.go$/)).flatMap((file) =>
            file.includes("/") ? [file.slice(0, file.lastIndexOf("/"))] : [],
          ),
        ),
      ];
      const name = wanted.startsWith(`${module}/`) ? wanted.slice(module.length + 1) : wanted;
      const folder = folders.includes(name) ? name : nearest(name, folders);
      if (folder === null) {
        return wanted.startsWith(`${module}/`)
          ? advice(
              `Line ${line} of ${source.path} imports ${wanted}, but this module has no directory ${name}.`,
            )
          : null;
      }
      const right = `${module}/${folder}`;
      const last = wanted.slice(wanted.lastIndexOf("/") + 1);
      const now = folder.slice(folder.lastIndexOf("/") + 1);
      const renamed = source.lines.map((text) =>
        text.replaceAll(new RegExp(`\\b${last}\\.(?=[A-Z])`, "g"), `${now}.`),
      );
      const text = (source.lines[line - 1] ?? "").replace(`"${wanted}"`, () => `"${right}"`);
      const shell = rewrite(source, withLine(renamed, line, text));
      return shell === null
        ? null
        : {
            shell,
            explanation: `Line ${line} of ${source.path} imports ${wanted}; the package of this module is ${right}.`,
          };
    },
  }),
];
