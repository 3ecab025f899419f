/** Errors of Node that name their place but not their cause in words that help. */
import { nearest } from "../nearest.ts";
import { advice, type Rule, rule } from "../rule.ts";
import { lineSlip, type Mended } from "../source/line-slips.ts";
import { type SourceText, withLine } from "../source/source-text.ts";
import { codeOf } from "../source/words.ts";
import { callOf, firstMatch, hasLine, type View } from "../view.ts";
import { faultyFile } from "./stack.ts";

interface Said {
  readonly path: string;
  readonly line: number;
  readonly said: RegExpExecArray;
}

interface Case {
  readonly name: string;
  readonly title: string;
  readonly says: RegExp;
  readonly mend: (source: SourceText, at: Said, text: string) => Mended | null;
}

/** Methods that came with a version of Node, by their name. */
const SINCE: Readonly<Record<string, number>> = {
  groupBy: 21,
  withResolvers: 22,
  union: 22,
  intersection: 22,
  difference: 22,
  symmetricDifference: 22,
  isSubsetOf: 22,
  toSorted: 20,
  toReversed: 20,
  toSpliced: 20,
  findLast: 18,
  structuredClone: 17,
  replaceAll: 15,
  at: 16,
};
const QUOTES = /[“”„‘’]/;

const CASES: readonly Case[] = [
  {
    name: "javascript-undefined-member",
    title: "A member of something undefined",
    says: /^(?:Uncaught )?TypeError: Cannot (?:read|set) properties of (undefined|null) \((?:reading|setting) '([\w$]{1,60})'\)$/,
    mend({ path, lines }, { line, said: [, what, member] }, text) {
      const [, whole, last] =
        new RegExp(`((?:[\\w$]+\\.)*([\\w$]+))(?:\\?)?\\.${member}\\b`).exec(text) ?? [];
      if (whole === undefined || last === undefined) return null;
      const isMember = whole.includes(".");
      const names = lines.flatMap((one) => one.match(/[\w$]+(?=\s*:)/g) ?? []);
      const meant =
        isMember && what === "undefined" && !names.includes(last) ? nearest(last, names) : null;
      if (meant !== null) {
        return {
          lines: withLine(lines, line, text.replace(`.${last}.${member}`, `.${meant}.${member}`)),
          because: `line ${line} of ${path}: there is no ${last}; the closest is ${meant}.`,
        };
      }
      return {
        because: `In line ${line} of ${path}, ${whole} is ${what}, so it has no ${member}. Look where ${whole} should get its value, or use ${whole}?.${member} if it may be missing.`,
      };
    },
  },
  {
    name: "javascript-not-iterable",
    title: "Something that cannot be gone through",
    says: /^(?:Uncaught )?TypeError: ([\w$.]{1,80}) is not iterable/,
    mend: ({ path }, { line, said: [, name] }, text) => ({
      because: `In line ${line} of ${path}, ${name} is not a list.${/\[\s*\w+\s*,\s*\w+\s*\]\s+of/.test(text) ? ` For the keys and values of an object: Object.entries(${name}).` : ` For the values of an object: Object.values(${name}).`}`,
    }),
  },
  {
    name: "javascript-declared-twice",
    title: "A name is declared twice",
    says: /^SyntaxError: Identifier '([\w$]{1,60})' has already been declared$/,
    mend({ path, lines }, { line, said: [, name] }) {
      const first =
        lines.findIndex(
          (one, at) =>
            at < line - 1 &&
            new RegExp(`\\b(?:const|let|var|class|function|import)\\b[^=;(]*\\b${name}\\b`).test(
              one,
            ),
        ) + 1;
      return {
        because: `${name} is declared ${first === 0 ? "before" : `in line ${first}`} and again in line ${line} of ${path}. Rename one, or leave out the second const or let to give it a new value.`,
      };
    },
  },
  {
    name: "javascript-too-early",
    title: "A name is used before it is declared",
    says: /^(?:Uncaught )?ReferenceError: Cannot access '([\w$]{1,60})' before initialization$/,
    mend({ path, lines }, { line, said: [, name] }) {
      const at =
        lines.findIndex((one) => new RegExp(`\\b(?:const|let|class)\\s+${name}\\b`).test(one)) + 1;
      return {
        because: `Line ${line} of ${path} uses ${name} before ${at === 0 ? "it is declared" : `line ${at} declares it`}. Move the declaration up.`,
      };
    },
  },
  {
    name: "javascript-new",
    title: "A class is called without new",
    says: /^(?:Uncaught )?TypeError: Class constructor ([\w$]{1,60}) cannot be invoked without 'new'$/,
    mend({ path, lines }, { line, said: [, name = ""] }, text) {
      const now = text.replace(
        new RegExp(`(?<!new\\s{1,5}|[.\\w$])${name.replaceAll("$", "\\$")}\\(`),
        `new ${name}(`,
      );
      return now === text
        ? null
        : {
            lines: withLine(lines, line, now),
            because: `line ${line} of ${path}: an object of the class ${name} is made with new.`,
          };
    },
  },
  {
    name: "javascript-super",
    title: "A constructor does not call super",
    says: /^ReferenceError: Must call super constructor in derived class before accessing 'this'/,
    mend: ({ path }, { line }) => ({
      because: `line ${line} of ${path}: the constructor of a class that extends another calls super() before it uses this.`,
    }),
  },
  {
    name: "javascript-newer-method",
    title: "A method that this Node does not have yet",
    says: /^(?:Uncaught )?TypeError: .{0,200}\.(\w{2,40}) is not a function$/,
    mend({ path }, { line, said: [, name = ""] }) {
      const since = Object.hasOwn(SINCE, name) ? SINCE[name] : undefined;
      return since === undefined
        ? null
        : {
            because: `line ${line} of ${path}: ${name} came with Node ${since}; node --version says which one runs here.`,
          };
    },
  },
  {
    name: "javascript-promises",
    title: "A synchronous function of fs.promises",
    says: /^(?:Uncaught )?TypeError: (\w{1,40})\.(\w{2,40})Sync is not a function$/,
    mend({ path, lines }, { line, said: [, object, name] }) {
      const isPromises = lines.some(
        (one) => one.includes(`${object}`) && /fs\/promises|\.promises/.test(one),
      );
      return isPromises
        ? {
            because: `line ${line} of ${path}: ${object} is fs.promises, which has no ${name}Sync. Write await ${object}.${name}(…), or take ${name}Sync from node:fs.`,
          }
        : null;
    },
  },
  {
    name: "javascript-typographic-quotes",
    title: "Typographic quotes in JavaScript",
    says: /^SyntaxError: Invalid or unexpected token$/,
    mend({ path, lines }, { line }, text) {
      if (!QUOTES.test(text)) return null;
      const now = text.replaceAll(/[“”„]/g, '"').replaceAll(/[‘’]/g, "'");
      return {
        lines: withLine(lines, line, now),
        because: `line ${line} of ${path} has typographic quotes, as from a word processor; JavaScript takes straight ones.`,
      };
    },
  },
  {
    name: "javascript-object-comma",
    title: "A comma is missing in an object",
    says: /^SyntaxError: Unexpected (?:identifier|string|number)(?: '[^'\n]{1,60}')?$/,
    mend({ path, lines }, { line }, text) {
      const before = lines.slice(0, line - 1).findLastIndex((one) => one.trim() !== "");
      const above = lines[before] ?? "";
      const isPair = /^\s*["']?[\w$-]+["']?\s*:\s*(?:\S.*)?[\w"'`\])}]\s*$/.test(above);
      return !isPair || !/^\s*["']?[\w$-]+["']?\s*:/.test(text)
        ? null
        : {
            lines: withLine(lines, before + 1, `${above.trimEnd()},`),
            because: `line ${before + 1} of ${path} needs a comma at its end.`,
          };
    },
  },
  {
    name: "javascript-open-block",
    title: "A block is never closed",
    says: /^SyntaxError: Unexpected end of input$/,
    mend({ path, lines }) {
      const line = openBlock(lines);
      return line === null
        ? null
        : {
            because: `${path} ends too early: the block that line ${line} opens has no closing }.`,
          };
    },
  },
  {
    name: "javascript-brace-too-many",
    title: "A bracket too many",
    says: /^SyntaxError: Unexpected token '([})\]])'$/,
    mend({ path, lines }, { line, said: [, sign = ""] }, text) {
      const code = lines
        .join("\n")
        .replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`|\/\/[^\n]*/g, "");
      const open = { "}": "{", ")": "(", "]": "[" }[sign] ?? "";
      const isExtra = code.split(sign).length === code.split(open).length + 1;
      return isExtra && text.split(sign).length === 3 && text.includes(sign + sign)
        ? {
            lines: withLine(lines, line, text.replace(sign + sign, sign)),
            because: `line ${line} of ${path} has one ${sign} too many.`,
          }
        : null;
    },
  },
];

/** The line of the block that, by its indentation, was not closed; null if it is not the only one. */
function openBlock(lines: readonly string[]): number | null {
  const open: { readonly line: number; readonly indent: number }[] = [];
  let found: number | null = null;
  for (const [index, text] of lines.entries()) {
    const code = codeOf(text);
    const indent = text.length - text.trimStart().length;
    const last = open.at(-1);
    if (/^\s*\}/.test(code) && last !== undefined && indent < last.indent) {
      if (found !== null) return null;
      found = last.line;
      open.pop();
    }
    for (const sign of code) {
      if (sign === "{") open.push({ line: index + 1, indent });
      else if (sign === "}" && open.pop() === undefined) return null;
    }
  }
  if (found !== null) return open.length === 0 ? found : null;
  return open.length === 1 ? (open[0]?.line ?? null) : null;
}

function place(view: View, says: RegExp): Said | null {
  const said = firstMatch(view, says);
  const at = faultyFile(view);
  return said === null || at === null ? null : { ...at, said };
}

const inLines: readonly Rule[] = CASES.map(({ name, title, says, mend }) =>
  lineSlip({
    name,
    title,
    sees: (view) => place(view, says),
    mend: (source, at) => mend(source, at, source.lines[at.line - 1] ?? ""),
  }),
);

/** `import x from` where the module has no default. */
const noDefault = lineSlip({
  name: "javascript-no-default",
  title: "A module without a default export",
  sees(view) {
    const from = firstMatch(
      view,
      /The requested module '(\.[^'\n]{1,200})' does not provide an export named 'default'$/,
    );
    const at = faultyFile(view);
    return from === null || at === null ? null : { ...at, from: from[1] ?? "" };
  },
  async mend({ path, lines }, { line, from }, ask) {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const module = await ask.locate(folder + from.replace(/^\.\//, ""));
    const text = module === null ? null : await ask.read(module);
    const own = /^\s*import\s+([\w$]+)\s+from/.exec(lines[line - 1] ?? "")?.[1];
    if (module === null || text === null || own === undefined) return null;
    if (/^\s*(?:module\.)?exports\b/m.test(text)) {
      return {
        because: `${module} is written with module.exports, and in this project ("type": "module") it is read as an ES module, so nothing is exported. Write export default in it, or rename it to .cjs and import that.`,
      };
    }
    const exported = exportedNames(text);
    if (!exported.includes(own)) {
      const known = exported.length === 0 ? "" : `; it exports ${exported.slice(0, 6).join(", ")}`;
      return {
        because: `${module} has no default export${known}. Write import { NAME } from "${from}", or export default in ${module}.`,
      };
    }
    const now = (lines[line - 1] ?? "").replace(own, `{ ${own} }`);
    return {
      lines: withLine(lines, line, now),
      because: `${module} exports ${own} by its name, not as the default; then the import takes braces.`,
    };
  },
});

/** `import { x } from` where x is the default. */
const isDefault = lineSlip({
  name: "javascript-default-in-braces",
  title: "A default export is imported by its name",
  sees(view) {
    const [, from = "", name = ""] =
      firstMatch(
        view,
        /The requested module '(\.[^'\n]{1,200})' does not provide an export named '([A-Za-z_$][\w$]{0,60})'$/,
      ) ?? [];
    const at = faultyFile(view);
    return name === "" || name === "default" || at === null ? null : { ...at, from, name };
  },
  async mend({ path, lines }, { line, from, name }, ask) {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const module = await ask.locate(folder + from.replace(/^\.\//, ""));
    const text = module === null ? null : await ask.read(module);
    const word = name.replaceAll("$", String.raw`\$`);
    const named = new RegExp(
      `^export default (?:(?:async )?function\\*? ?|class )?${word}\\b`,
      "m",
    );
    const imported = new RegExp(`\\{\\s*${word}\\s*\\}(?=\\s*from)`);
    const now = (lines[line - 1] ?? "").replace(imported, () => name);
    if (text === null || !named.test(text) || now === lines[line - 1]) return null;
    return {
      lines: withLine(lines, line, now),
      because: `${module} exports ${name} as its default; then the import takes no braces.`,
    };
  },
});

function exportedNames(text: string): readonly string[] {
  const declared = /^export\s+(?:async\s+)?(?:const|let|var|class|function\*?)\s+([\w$]{1,60})/gm;
  return [...text.matchAll(declared)].map(([, name = ""]) => name);
}

/** TypeScript given to a Node that does not read it. */
const typesInNode = rule({
  name: "node-typescript",
  title: "TypeScript given to Node",
  sees(view) {
    const file = callOf(view, "node")?.operands.find(({ value }) =>
      /\.[cm]?tsx?$/.test(value ?? ""),
    )?.value;
    const isRefused = hasLine(view, /^SyntaxError: /, /ERR_UNKNOWN_FILE_EXTENSION/);
    return file == null || !isRefused ? null : { file };
  },
  repair: ({ file }) =>
    advice(
      `${file} is TypeScript, which this Node does not run by itself. Run it with npx tsx ${file}, compile it first with tsc, or take Node 22.18 or newer, which leaves out the types.`,
    ),
});

const addresses = rule({
  name: "node-invalid-url",
  title: "An address without its scheme",
  sees(view) {
    const input = firstMatch(view, /^\s*input: '([^'\n]{1,120})',?$/)?.[1];
    const isUrl = hasLine(view, /ERR_INVALID_URL|Invalid URL/);
    const isScheme = hasLine(view, /cause\]?: Error: unknown scheme/);
    return !isUrl && !isScheme ? null : { input };
  },
  repair: ({ input }) =>
    input === undefined
      ? advice("The address has no scheme that fetch knows: it starts with http:// or https://.")
      : advice(
          `${input === "" ? "An empty text" : input} is not a whole address${/^[\w.-]+\.\w+(?:[:/]|$)/.test(input) ? `: it needs its scheme, https://${input}` : ""}. Look where the program gets it from.`,
        ),
});

export const nodeExplained: readonly Rule[] = [
  ...inLines,
  noDefault,
  isDefault,
  typesInNode,
  addresses,
];
