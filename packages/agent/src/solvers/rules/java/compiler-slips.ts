/** Java programs that javac refuses. */
import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { advice, type Rule, rule } from "../rule.ts";
import { LANGUAGES } from "../source/languages.ts";
import { lineSlip } from "../source/line-slips.ts";
import { nearName, type Slip, slips } from "../source/slips.ts";
import { withLine } from "../source/source-text.ts";
import { namesIn } from "../source/words.ts";
import { firstMatch, type View, wordOf } from "../view.ts";
import { MEMBERS, PACKAGES, TYPES } from "./standard-types.ts";

const ERROR = /^(?:\[ERROR\] )?([\w./-]{1,250}\.java):(\d{1,7}): error: (.{1,300})$/;
const SYMBOL = /^\s+symbol:\s+(class|variable|method) ([A-Za-z_]\w{0,60})/;

interface Unknown {
  readonly path: string;
  readonly line: number;
  readonly kind: string;
  readonly name: string;
}

/** Each symbol that javac did not find, at the error above it. */
function unknownSymbols({ lines }: View): readonly Unknown[] {
  let place: { readonly path: string; readonly line: number } | null = null;
  return lines.flatMap((text): Unknown[] => {
    const [, path, line] = ERROR.exec(text) ?? [];
    if (path !== undefined) place = { path, line: Number(line) };
    const [, kind, name] = SYMBOL.exec(text) ?? [];
    return place === null || kind === undefined || name === undefined
      ? []
      : [{ ...place, kind, name }];
  });
}

export const javaSlips: readonly Rule[] = [
  lineSlip({
    name: "java-import",
    title: "A Java class is not imported",
    sees(view) {
      const missing = unknownSymbols(view).filter(
        ({ kind, name }) => kind !== "method" && Object.hasOwn(PACKAGES, name),
      );
      const [first] = missing;
      if (first === undefined) return null;
      const here = missing.filter(({ path }) => path === first.path);
      return { path: first.path, line: 1, names: [...new Set(here.map(({ name }) => name))] };
    },
    mend({ path, lines }, { names }) {
      const imports = names.map((name) => `import ${PACKAGES[name]}.${name};`).sort();
      const at = lines.findLastIndex((line) => /^(?:import|package) /.test(line));
      const text = imports.join("\n");
      const first = lines[0] ?? "";
      return {
        lines:
          at === -1
            ? withLine(lines, 1, `${text}\n\n${first}`)
            : withLine(lines, at + 1, `${lines[at]}\n${text}`),
        because: `${path} uses ${names.join(", ")} but does not import it: ${imports.join(" ")}`,
      };
    },
  }),
  slips({
    name: "java-name",
    kind: "Java name",
    language: LANGUAGES.java,
    finds: (view) => [
      ...unknownSymbols(view)
        .filter(({ name }) => !Object.hasOwn(PACKAGES, name))
        .map(
          ({ path, line, kind, name }): Slip => ({
            path,
            line,
            typed: name,
            isMember: kind !== "variable",
          }),
        ),
      ...view.lines.flatMap((text): Slip[] => {
        const [, path = "", line, said = ""] = ERROR.exec(text) ?? [];
        const typed = /^package ([a-z]\w{1,60}) does not exist$/.exec(said)?.[1];
        return typed === undefined ? [] : [{ path, line: Number(line), typed, isMember: true }];
      }),
    ],
    near({ typed }, { lines }) {
      const upper = typed.charAt(0).toUpperCase() + typed.slice(1);
      if (TYPES.includes(upper)) return upper;
      return nearName(typed, [...TYPES, ...MEMBERS, ...namesIn(lines)]);
    },
  }),
  lineSlip({
    name: "java-expected",
    title: "A character is missing in a Java line",
    sees(view) {
      const at = view.lines.findIndex(
        (line) => ERROR.test(line) && / error: '[;)\]]' expected$/.test(line),
      );
      const [, path, line, said = ""] = ERROR.exec(view.lines[at] ?? "") ?? [];
      if (path === undefined) return null;
      const shown = view.lines[at + 1] ?? "";
      const column = (view.lines[at + 2] ?? "").indexOf("^");
      return { path, line: Number(line), character: said.charAt(1), shown, column };
    },
    mend({ path, lines }, { line, character, shown, column }) {
      if (column === -1 || lines[line - 1] !== shown) return null;
      const end =
        column >= shown.length - 1 && !/[;{]/.test(shown.charAt(column))
          ? column + (column < shown.length ? 1 : 0)
          : column;
      const now = shown.slice(0, end) + character + shown.slice(end);
      return {
        lines: withLine(lines, line, now),
        because: `Line ${line} of ${path} lacks ${character === ";" ? "a semicolon" : `a ${character}`}.`,
      };
    },
  }),
  rule({
    name: "java-file-name",
    title: "A public Java class is in a file of another name",
    sees(view) {
      const [, path, name] =
        firstMatch(
          view,
          /^([\w./-]{1,250}\.java):\d{1,7}: error: (?:class|interface|enum|record) (\w{1,80}) is public, should be declared in a file named/,
        ) ?? [];
      return path === undefined || name === undefined ? null : { path, name };
    },
    async repair({ path, name }, view, ask) {
      const file = await ask.locate(path);
      const word = wordOf(view, path) ?? wordOf(view, `./${path}`);
      if (file === null || word === null) return null;
      const renamed = `${file.slice(0, file.lastIndexOf("/") + 1)}${name}.java`;
      if ((await ask.entry(renamed)) !== null) return null;
      return {
        shell: `mv -n ${quotedPath(file)} ${quotedPath(renamed)}`,
        correctedCommand: replaceWord(view, word, quoteWord(renamed)),
        explanation: `The public class ${name} must be in a file called ${name}.java, not ${file}.`,
      };
    },
  }),
  rule({
    name: "java-unclosed",
    title: "A Java block is not closed",
    sees(view) {
      const [, path] =
        firstMatch(
          view,
          /^([\w./-]{1,250}\.java):\d{1,7}: error: reached end of file while parsing$/,
        ) ?? [];
      return path === undefined ? null : { path };
    },
    repair: ({ path }) => advice(`A closing brace is missing in ${path}: a block is never closed.`),
  }),
];
