/** Slips that Python reports when a line runs. */

import type { Investigator } from "../investigator.ts";
import type { Rule } from "../rule.ts";
import { LANGUAGES } from "../source/languages.ts";
import { lineSlip, type Mended } from "../source/line-slips.ts";
import { nearName, slips } from "../source/slips.ts";
import { type SourceText, sourceText, withLine } from "../source/source-text.ts";
import { codeOf } from "../source/words.ts";
import { type Fault, fault, markedText } from "./traceback.ts";

export const pythonRuntimeSlips: readonly Rule[] = [
  lineSlip({
    name: "python-self",
    title: "A Python method has no self parameter",
    sees: (view) =>
      fault(
        view,
        /^TypeError: (?:\w{1,60}\.)+(\w{1,60})\(\) takes (\d) positional arguments? but (\d) (?:was|were) given$/,
      ),
    mend: withSelf,
  }),
  lineSlip({
    name: "python-mutable-default",
    title: "A dataclass field has a mutable default",
    sees: (view) =>
      fault(
        view,
        /^ValueError: mutable default <class '(list|dict|set)'> for field (\w{1,60}) is not allowed/,
      ),
    mend: withFactory,
  }),
  lineSlip({
    name: "python-text-and-number",
    title: "A number is added to a Python string",
    sees: (view) =>
      fault(
        view,
        /^TypeError: (?:can only concatenate str \(not "(?:int|float)"\) to str|unsupported operand type\(s\) for \+: '(?:int|float)' and 'str')$/,
      ),
    mend: withText,
  }),
  lineSlip({
    name: "python-unbound",
    title: "A Python function assigns to a global name",
    sees: (view) =>
      fault(
        view,
        /^UnboundLocalError: (?:cannot access local variable|local variable) '(\w{1,60})' (?:where it is not associated|referenced before)/,
      ),
    mend({ path, lines }, { line, found }) {
      const name = found[1] ?? "";
      const isGlobal = lines.some((one) => one.startsWith(`${name} =`));
      const isSet = codeOf(lines[line - 1] ?? "").includes(name);
      return isGlobal && isSet
        ? {
            because: `The function around line ${line} of ${path} assigns to ${name}, so it is local there; "global ${name}" at its start makes it the global one.`,
          }
        : null;
    },
  }),
  slips({
    name: "python-keyword-argument",
    kind: "parameter",
    language: LANGUAGES.python,
    finds(view) {
      const at = fault(
        view,
        /^TypeError: (?:\w{1,60}\.)*(\w{1,60})\(\) got an unexpected keyword argument '(\w{1,60})'/,
      );
      const typed = at?.found[2];
      return at === null || typed === undefined ? [] : [{ ...at, typed, isMember: true }];
    },
    near({ typed }, { lines }) {
      const starts = lines.filter((line) => /^\s*(?:async )?def \w+\(|^\s+\w+: /.test(line));
      const names = starts.flatMap((line) => line.match(/\w+(?=\s*[,:=)])/g) ?? []);
      return nearName(typed, names);
    },
  }),
  slips({
    name: "python-key",
    kind: "key",
    language: LANGUAGES.python,
    finds(view) {
      const at = fault(view, /^KeyError: '(\w{2,60})'$/);
      const typed = at?.found[1];
      return at === null || typed === undefined ? [] : [{ ...at, typed, isMember: true }];
    },
    async near({ typed, line }, { lines }, ask) {
      if (/\benviron\b/.test(lines[line - 1] ?? "")) return null;
      const keys = lines.flatMap((one) =>
        [...one.matchAll(/["'](\w{2,60})["']\s*:/g)].map(([, key = ""]) => key),
      );
      return nearName(typed, [...keys, ...(await keysOfData(lines, ask))]);
    },
  }),
  slips({
    name: "python-enum",
    kind: "member of an Enum",
    language: LANGUAGES.python,
    finds(view) {
      const at = fault(
        view,
        /^AttributeError: ([A-Z][A-Z0-9_]{1,60})(?:\. Did you mean: '([A-Za-z_]\w{1,60})'\?)?$/,
      );
      const [, typed, meant] = at?.found ?? [];
      return at === null || typed === undefined ? [] : [{ ...at, typed, meant, isMember: true }];
    },
  }),
];

const MAX_FILES = 4;

/** Columns and keys of the data files that a program names. */
async function keysOfData(lines: readonly string[], ask: Investigator): Promise<readonly string[]> {
  const named = lines.flatMap((line) =>
    [...line.matchAll(/["']([\w][\w./-]{0,100}\.(?:csv|tsv|json|ini|cfg|toml))["']/g)].map(
      ([, name = ""]) => name,
    ),
  );
  const found: string[] = [];
  for (const name of [...new Set(named)].slice(0, MAX_FILES)) {
    const text = (await ask.entry(name)) === null ? null : await ask.read(name);
    if (text === null) continue;
    const keys = /\.[ct]sv$/.test(name)
      ? (text.split("\n")[0] ?? "").split(/[,;\t]/)
      : [...text.matchAll(/["'[]?(\w{2,60})["'\]]?\s*(?=[:=\n])/g)].map(([, key = ""]) => key);
    found.push(...keys.map((key) => key.trim().replaceAll(/^["']|["']$/g, "")));
  }
  return found;
}

/** The method may be in a module that the file imports. */
async function withSelf(source: SourceText, at: Fault, ask: Investigator): Promise<Mended | null> {
  const folder = source.path.slice(0, source.path.lastIndexOf("/") + 1);
  const imported = source.lines.flatMap(
    (line) => /^(?:from|import) (\w[\w.]{0,100})\b/.exec(line)?.[1] ?? [],
  );
  const own = selfIn(source, at);
  if (own !== null) return own;
  for (const module of [...new Set(imported)].slice(0, MAX_FILES)) {
    const path = `${folder}${module.replaceAll(".", "/")}.py`;
    const other = (await ask.entry(path)) === null ? null : await sourceText(path, ask);
    const mended = other === null ? null : selfIn(other, at);
    if (mended !== null) return mended;
  }
  return null;
}

/** Python counts the object as one argument more than the method takes. */
function selfIn(source: SourceText, { found }: Fault): Mended | null {
  const { path, lines } = source;
  const [, name = "", takes, given] = found;
  if (Number(given) !== Number(takes) + 1) return null;
  const defined = lines.flatMap((text, at) =>
    new RegExp(`^\\s+(?:async )?def ${name}\\(`).test(text) ? [{ text, at }] : [],
  );
  const [method] = defined;
  if (method === undefined || defined.length !== 1) return null;
  const { text, at } = method;
  const isDecorated = /^\s*@/.test(lines[at - 1] ?? "");
  if (isDecorated || /def \w+\(\s*(?:self|cls|\*)/.test(text)) return null;
  const now = text.replace(/\(\s*/, /\(\s*\)/.test(text) ? "(self" : "(self, ");
  return {
    source,
    lines: withLine(lines, at + 1, now),
    because: `The method ${name} in line ${at + 1} of ${path} lacks self as its first parameter.`,
  };
}

function withFactory({ path, lines }: SourceText, { found }: Fault): Mended | null {
  const [, kind = "", field = ""] = found;
  const declared = new RegExp(
    `^(\\s+${field}\\s*:[^=]{1,100}=\\s*)(?:\\[\\]|\\{\\}|${kind}\\(\\))(\\s*(?:#.*)?)$`,
  );
  const imported = /^from dataclasses import (.+)$/;
  const at = lines.findIndex((line) => declared.test(line));
  const importAt = lines.findIndex((line) => imported.test(line));
  const names = imported.exec(lines[importAt] ?? "")?.[1] ?? "";
  if (
    at === -1 ||
    names.includes("(") ||
    (importAt === -1 && !lines.includes("import dataclasses"))
  ) {
    return null;
  }
  const field_ = importAt === -1 ? "dataclasses.field" : "field";
  const factory = `$1${field_}(default_factory=${kind})$2`;
  const now = withLine(lines, at + 1, (lines[at] ?? "").replace(declared, factory));
  const isImported = importAt === -1 || /\bfield\b/.test(names);
  return {
    lines: isImported ? now : withLine(now, importAt + 1, `${lines[importAt]}, field`),
    because: `The default of ${field} in line ${at + 1} of ${path} would be shared by all objects; field(default_factory=${kind}) makes a new one for each.`,
  };
}

const OPERAND = String.raw`[A-Za-z_][\w.]*(?:\([^()"']{0,60}\)|\[[^\]]{0,60}\])?`;

/** Only beside a string literal: there a number can only be meant as text. */
function withText({ path, lines }: SourceText, { line, marks }: Fault): Mended | null {
  const text = lines[line - 1] ?? "";
  const marked = markedText(text, marks);
  const part = marked?.text ?? "";
  const after = new RegExp(`(["']\\s*\\+\\s*)(${OPERAND})$`).exec(part);
  const before = new RegExp(`^(${OPERAND})(?=\\s*\\+\\s*f?["'])`).exec(part);
  const operand = after?.[2] ?? before?.[1];
  if (marked === null || operand === undefined) return null;
  const at = marked.at + (after === null ? 0 : part.length - operand.length);
  const now = `${text.slice(0, at)}str(${operand})${text.slice(at + operand.length)}`;
  return {
    lines: withLine(lines, line, now),
    because: `${operand} in line ${line} of ${path} is a number; str(${operand}) makes it text.`,
  };
}
