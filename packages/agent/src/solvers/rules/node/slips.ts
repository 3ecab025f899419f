/** Misspelt words in JavaScript and TypeScript. */
import { type Rule, rule } from "../rule.ts";
import { LANGUAGES, runs, speaks } from "../source/languages.ts";
import { isNodeMember, MEMBERS } from "../source/members.ts";
import { nearName, type Slip, slips } from "../source/slips.ts";
import { isTest, rewrite, sourceText } from "../source/source-text.ts";
import { namesIn, placesOf, replaceAt } from "../source/words.ts";
import { hasLine, type View } from "../view.ts";
import { faultyFile } from "./stack.ts";

const TYPESCRIPT =
  /^([^\s():][^():]{0,250})[(:](\d{1,7})[,:](\d{1,5})\)?(?: -|:) error TS\d{4,5}: .{0,300}'([A-Za-z_$][\w$]{0,60})'.{0,200}Did you mean (?:to write )?'([A-Za-z_$][\w$]{0,60})'\?/;

/** What checks types. Node itself does not: there such a message is only text. */
const TYPES = {
  ...LANGUAGES.javascript,
  programs:
    /^(?:(?:vue-)?tsc|tsx|ts-node|ts-node-esm|jest|webpack|rollup|vite|next|nuxt|ng|tsup|eslint)$/,
};

export const nodeSlips: readonly Rule[] = [
  slips({
    name: "javascript-name",
    kind: "JavaScript name",
    language: LANGUAGES.javascript,
    finds: (view) =>
      said(view, /^(?:Uncaught )?ReferenceError: ([A-Za-z_$][\w$]{1,60}) is not defined$/),
    near: ({ typed }, { lines }) =>
      nearName(typed, [...LANGUAGES.javascript.builtIns, ...namesIn(lines)]),
  }),
  slips({
    name: "javascript-member",
    kind: "member",
    language: LANGUAGES.javascript,
    finds: (view) =>
      said(
        view,
        /^TypeError: .{0,200}?\.([A-Za-z_$][\w$]{1,60}) is not a (?:function|constructor)$/,
      ).map((slip) => ({ ...slip, isMember: true })),
    hasMember: isNodeMember,
    near({ typed }, { lines }) {
      const own = lines.flatMap((line) => line.match(/\b\w+(?=\s*\([^)]*\)\s*\{|\s*[:=])/g) ?? []);
      return nearName(typed, [...MEMBERS.javascript, ...own]);
    },
  }),
  slips({
    name: "javascript-export",
    kind: "export",
    language: LANGUAGES.javascript,
    finds: (view) => said(view, /does not provide an export named '([A-Za-z_$][\w$]{1,60})'$/),
    async near({ typed, line }, { path, lines }, ask) {
      const from = /from ["'](\.{1,2}\/[\w./-]{1,200})["']/.exec(lines[line - 1] ?? "")?.[1];
      if (from === undefined || from.startsWith("../")) return null;
      const folder = path.slice(0, path.lastIndexOf("/") + 1);
      const text = (await ask.read(folder + from.slice(2))) ?? "";
      const exported = text.split("\n").filter((one) => /^export\b/.test(one));
      return nearName(typed, namesIn(exported));
    },
  }),
  slips({
    name: "typescript-suggestion",
    kind: "TypeScript name",
    language: LANGUAGES.javascript,
    finds: (view) =>
      view.lines.flatMap((line): Slip[] => {
        const [, path, number, column, typed, meant] = TYPESCRIPT.exec(line) ?? [];
        if (path === undefined || typed === undefined || !speaks(TYPES, view, path)) return [];
        const isMember = !line.includes("Cannot find name");
        return [{ path, line: Number(number), column: Number(column), typed, meant, isMember }];
      }),
    hasMember: isNodeMember,
  }),
  rule({
    name: "javascript-length",
    title: "A misspelt length in JavaScript",
    sees: (view) => {
      const isFailedTest = hasLine(view, /^\s*(?:AssertionError|not ok \d|✖ |× )/);
      // Python has an AssertionError too, and a Makefile starts either.
      const isOther = hasLine(view, /^Traceback \(most recent call last\):$/);
      return isFailedTest && !isOther && runs(LANGUAGES.javascript, view) ? {} : null;
    },
    async repair(_facts, _view, ask) {
      const words = ["lenght", "legnth", "lengt", "lengh", "lenth", "leght"];
      const kinds = ["--include=*.js", "--include=*.mjs", "--include=*.cjs", "--include=*.ts"];
      const pattern = words.map((word) => String.raw`[.]${word}\b`).flatMap((one) => ["-e", one]);
      const skipped = "--exclude-dir=node_modules";
      const found = await ask.ask("grep", "-rn", ...kinds, skipped, ...pattern, ".");
      const places = (found ?? "").split("\n").flatMap((line) => {
        const [, path = "", number, text = ""] =
          /^\.\/([^:]{1,250}):(\d{1,7}):(.*)$/.exec(line) ?? [];
        const typed = words.find((word) => text.includes(`.${word}`));
        return typed === undefined || isTest(path) ? [] : [{ path, line: Number(number), typed }];
      });
      const [only] = places;
      if (only === undefined || places.length !== 1) return null;
      const source = await sourceText(only.path, ask);
      if (source === null) return null;
      const here = placesOf(source.lines, only.typed).filter(({ line }) => line === only.line);
      const shell = rewrite(source, replaceAt(source.lines, here, only.typed, "length"));
      if (shell === null) return null;
      return {
        shell,
        explanation: `Line ${only.line} of ${only.path} says ${only.typed}; it is spelt length.`,
      };
    },
  }),
];

/** The slip at the place that Node reports. */
function said(view: View, message: RegExp): readonly Slip[] {
  const typed = view.lines.map((line) => message.exec(line)?.[1]).find(Boolean);
  const place = faultyFile(view);
  return typed === undefined || place === null ? [] : [{ ...place, typed }];
}
