/**
 * A misspelt name in a configuration file, where the program names the file and the line. In the
 * project it is corrected; a file outside, such as ~/.ssh/config, is only explained.
 */
import { nearest } from "../nearest.ts";
import { type Rule, rule } from "../rule.ts";
import { rewrite, sourceText, withLine } from "../source/source-text.ts";
import { isCredible } from "../source/suggested.ts";
import { firstMatch, type View } from "../view.ts";
import { COMPILER_OPTIONS, SSH_OPTIONS, UNIT_KEYS } from "./option-names.ts";

interface Place {
  readonly path: string;
  readonly line: number;
  readonly typed: string;
  readonly meant: string;
}

interface Tool {
  readonly name: string;
  readonly title: string;
  readonly kind: string;
  readonly finds: (view: View) => Place | null;
}

/** The nearest name, whatever the case; the file has the word as it was typed. */
function near(typed: string, names: readonly string[]): string | null {
  const plain = nearest(
    typed.toLowerCase(),
    names.map((name) => name.toLowerCase()),
  );
  return names.find((name) => name.toLowerCase() === plain) ?? null;
}

function named(view: View, says: RegExp, names: readonly string[]): Place | null {
  const { path, line, typed } = firstMatch(view, says)?.groups ?? {};
  const meant = typed === undefined ? null : near(typed, names);
  return path === undefined || line === undefined || typed === undefined || meant === null
    ? null
    : { path, line: Number(line), typed, meant };
}

/** The file and the line stand above the message. */
function terraform(view: View): Place | null {
  const [, typed, meant] =
    firstMatch(
      view,
      /(?:argument|block)[^"\n]{0,40} "([\w-]{1,60})" (?:is|are) not expected here\. Did you mean(?: to define [^"\n]{1,40})? "([\w-]{1,60})"\?/,
    ) ?? [];
  const [, path, line] = firstMatch(view, /\bon ([\w./-]{1,200}\.tf) line (\d{1,6}), in /) ?? [];
  if (typed === undefined || meant === undefined || path === undefined) return null;
  return isCredible(typed, meant) ? { path, line: Number(line), typed, meant } : null;
}

const TOOLS: readonly Tool[] = [
  {
    name: "ssh-config-option",
    title: "Misspelt option in a configuration of ssh",
    kind: "option of ssh",
    finds: (view) =>
      named(
        view,
        /^(?<path>[^\s:][^:\n]{0,200}): line (?<line>\d{1,6}): Bad configuration option: (?<typed>\w{2,60})$/,
        SSH_OPTIONS,
      ),
  },
  {
    name: "systemd-unit-key",
    title: "Misspelt key in a unit of systemd",
    kind: "key of a unit",
    finds: (view) =>
      named(
        view,
        /^(?<path>[^\s:][^:\n]{0,200}):(?<line>\d{1,6}): Unknown (?:key(?: name)?|lvalue) '(?<typed>\w{2,60})' in section/,
        UNIT_KEYS,
      ),
  },
  {
    name: "tsconfig-option",
    title: "Misspelt option in tsconfig.json",
    kind: "compiler option",
    finds: (view) =>
      named(
        view,
        /^(?<path>[^\s(][^(\n]{0,200})\((?<line>\d{1,6}),\d{1,6}\): error TS50(?:23|25): Unknown compiler option '(?<typed>\w{2,60})'/,
        COMPILER_OPTIONS,
      ),
  },
  {
    name: "terraform-argument",
    title: "Misspelt argument of Terraform",
    kind: "argument",
    finds: terraform,
  },
];

export const mistypedKeys: readonly Rule[] = TOOLS.map(({ name, title, kind, finds }) =>
  rule({
    name,
    title,
    sees: finds,
    async repair({ path, line, typed, meant }, _view, ask) {
      const explanation = `Line ${line} of ${path}: there is no ${kind} ${typed}; the closest is ${meant}.`;
      const source = await sourceText(path, ask);
      const text = source?.lines[line - 1] ?? "";
      const at = new RegExp(`\\b${typed}\\b`, "i").exec(text);
      if (source === null || at === null) return { explanation };
      const now = text.slice(0, at.index) + meant + text.slice(at.index + typed.length);
      const shell = rewrite(source, withLine(source.lines, line, now));
      return shell === null ? { explanation } : { shell, explanation };
    },
  }),
);
