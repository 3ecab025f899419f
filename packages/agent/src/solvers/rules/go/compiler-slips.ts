/** Go programs that the compiler refuses, or that panic in one known way. */
import type { Rule } from "../rule.ts";
import { LANGUAGES } from "../source/languages.ts";
import { lineSlip, type Mended } from "../source/line-slips.ts";
import { nearName, type Slip, slips } from "../source/slips.ts";
import { type SourceText, withLine } from "../source/source-text.ts";
import { codeOf, namesIn } from "../source/words.ts";
import { firstMatch, type View } from "../view.ts";
import { PACKAGES, packageOf } from "./standard-packages.ts";

const PLACE = String.raw`^(?:\.\/|vet: (?:\.\/)?)?([\w][\w./-]{0,250}\.go):(\d{1,7}):(\d{1,5}): `;
const UNDEFINED = new RegExp(
  `${PLACE}undefined: ([A-Za-z_]\\w{0,60})(?:\\.([A-Za-z_]\\w{0,60}))?$`,
);
const MEMBER = new RegExp(
  `${PLACE}[\\w.()\\[\\]]{1,100}\\.([A-Za-z_]\\w{0,60}) undefined \\(type .{1,80} has no field or method \\w{1,60}(?:, but does have (?:field |method )?(\\w{1,60}))?\\)`,
);
const MISMATCH = new RegExp(
  `${PLACE}invalid operation: (.{1,200}) \\(mismatched types (untyped string|string) and (int|int64|float64|untyped int)\\)$`,
);
const UNUSED = new RegExp(
  `${PLACE}(?:(?:imported and not used: )?"([\\w./-]{1,100})"(?: imported (?:and|but) not used)?$|(\\w{1,60}) declared (?:and|but) not used|declared and not used: (\\w{1,60}))`,
);

interface At {
  readonly path: string;
  readonly line: number;
  readonly found: RegExpExecArray;
}

function at(view: View, message: RegExp): At | null {
  const found = firstMatch(view, message);
  return found === null ? null : { path: found[1] ?? "", line: Number(found[2]), found };
}

export const goSlips: readonly Rule[] = [
  lineSlip({
    name: "go-import",
    title: "A Go package is used but not imported",
    sees(view) {
      const names = view.lines.flatMap((line) => {
        const [, path, , , name = "", member] = UNDEFINED.exec(line) ?? [];
        return path !== undefined && member === undefined && packageOf(name) !== null
          ? [{ path, name }]
          : [];
      });
      const [first] = names;
      if (first === undefined) return null;
      return { path: first.path, line: 1, names: [...new Set(names.map(({ name }) => name))] };
    },
    mend({ path, lines }, { names }) {
      const used = names.filter((name) => lines.some((line) => codeOf(line).includes(`${name}.`)));
      const packages = used.flatMap((name) => packageOf(name) ?? []);
      const now = packages.reduce<readonly string[]>(withImport, lines);
      return packages.length === 0
        ? null
        : { lines: now, because: `${path} uses ${packages.join(", ")} but does not import it.` };
    },
  }),
  slips({
    name: "go-name",
    kind: "Go name",
    language: LANGUAGES.go,
    finds: ({ lines }) => lines.flatMap(unknownName),
    near({ typed }, { lines }) {
      const exported = lines.flatMap((line) => [...codeOf(line).matchAll(/\b(\w+)\.(\w+)/g)]);
      const imported = exported.flatMap(([, name = ""]) => PACKAGES[name]?.split(" ") ?? []);
      const upper = typed.charAt(0).toUpperCase() + typed.slice(1);
      if (imported.includes(upper)) return upper;
      return nearName(typed, [...imported, ...namesIn(lines)]);
    },
  }),
  slips({
    name: "go-package",
    kind: "Go package",
    language: LANGUAGES.go,
    finds: ({ lines }) =>
      lines.flatMap((line): Slip[] => {
        const [, path = "", number, column, typed] =
          new RegExp(`${PLACE}package ([a-z][\\w/]{1,60}) is not in (?:GOROOT|std)`).exec(line) ??
          [];
        if (typed === undefined) return [];
        return [{ path, line: Number(number), column: Number(column) + 1, typed, isMember: true }];
      }),
    near: ({ typed }) =>
      nearName(
        typed,
        Object.keys(PACKAGES).flatMap((name) => packageOf(name) ?? []),
      ),
  }),
  lineSlip({
    name: "go-text-and-number",
    title: "A number is added to a Go string",
    sees: (view) => at(view, MISMATCH),
    mend: withText,
  }),
  lineSlip({
    name: "go-nil-map",
    title: "A Go map is never made",
    sees(view) {
      if (firstMatch(view, /panic: assignment to entry in nil map/) === null) return null;
      const found = firstMatch(
        view,
        /^\s+(\/(?!usr\/)[^\s:]{1,300}(?<!_test)\.go):(\d{1,7})(?: \+0x[0-9a-f]{1,8})?$/,
      );
      return found === null ? null : { path: found[1] ?? "", line: Number(found[2]) };
    },
    mend({ path, lines }, { line }) {
      const name = /(\w+)\[/.exec(codeOf(lines[line - 1] ?? ""))?.[1] ?? "";
      const declared = new RegExp(`^(\\s*)var ${name} (map\\[.{1,100})$`);
      const from = lines.slice(0, line).findLastIndex((text) => declared.test(text));
      if (name === "" || from === -1) return null;
      const text = lines[from] ?? "";
      const start = /^\s/.test(text) ? `${name} :=` : `var ${name} =`;
      return {
        lines: withLine(lines, from + 1, text.replace(declared, `$1${start} make($2)`)),
        because: `The map ${name} in line ${from + 1} of ${path} is declared but never made; make(…) creates it.`,
      };
    },
  }),
  lineSlip({
    name: "go-brace",
    title: "A Go block starts in a line of its own",
    sees: (view) =>
      at(view, new RegExp(`${PLACE}syntax error: unexpected semicolon or newline before \\{`)),
    mend({ path, lines }, { line }) {
      const above = (lines[line - 2] ?? "").trimEnd();
      if ((lines[line - 1] ?? "").trim() !== "{" || above === "") return null;
      return {
        lines: withLine(withLine(lines, line - 1, `${above} {`), line, ""),
        because: `The { in line ${line} of ${path} must be at the end of the line above.`,
      };
    },
  }),
  lineSlip({
    name: "go-unused",
    title: "An import or a variable of Go is not used",
    sees: (view) => at(view, UNUSED),
    mend({ path }, { line, found }) {
      const [, , , , imported, variable, other] = found;
      return {
        because:
          imported === undefined
            ? `Line ${line} of ${path} declares ${variable ?? other}, which nothing uses: use it, or remove it.`
            : `Line ${line} of ${path} imports ${imported}, which nothing uses: remove the import, or use it.`,
      };
    },
  }),
];

function unknownName(text: string): readonly Slip[] {
  const [, path, line, column, name = "", member] = UNDEFINED.exec(text) ?? [];
  if (path !== undefined) {
    if (member === undefined && packageOf(name) !== null) return [];
    const typed = member ?? name;
    return [
      { path, line: Number(line), column: Number(column), typed, isMember: member !== undefined },
    ];
  }
  const [, file, number, place, typed = "", meant] = MEMBER.exec(text) ?? [];
  if (file === undefined) return [];
  return [
    { path: file, line: Number(number), column: Number(place), typed, meant, isMember: true },
  ];
}

/** In the block of imports if there is one. */
function withImport(lines: readonly string[], name: string): readonly string[] {
  const block = lines.findIndex((line) => /^import \($/.test(line));
  if (block !== -1) return withLine(lines, block + 1, `${lines[block]}\n\t"${name}"`);
  const single = lines.findIndex((line) => /^import "/.test(line));
  const start = single === -1 ? lines.findIndex((line) => /^package \w+/.test(line)) : single;
  const space = single === -1 ? "\n" : "";
  return start === -1
    ? lines
    : withLine(lines, start + 1, `${lines[start]}\n${space}import "${name}"`);
}

/** The operand that is no string is the last of the sum that the compiler prints. */
function withText({ path, lines }: SourceText, { line, found }: At): Mended | null {
  const sum = found[4] ?? "";
  const operand = /\+ ([A-Za-z_][\w.]*)$/.exec(sum)?.[1];
  const text = lines[line - 1] ?? "";
  if (operand === undefined || text.split(sum).length !== 2) return null;
  const isFormatted = lines.some((one) => /^(?:import )?\s*"fmt"$/.test(one));
  const call = isFormatted ? "fmt.Sprint" : "strconv.Itoa";
  const now = text.replace(sum, () => `${sum.slice(0, -operand.length)}${call}(${operand})`);
  const changed = withLine(lines, line, now);
  return {
    lines: isFormatted ? changed : withImport(changed, "strconv"),
    because: `${operand} in line ${line} of ${path} is a number; ${call}(${operand}) makes it text.`,
  };
}
