/** What tsc refuses, with the names and the place, and corrections where they are certain. */
import { quoteWord } from "@bazaar/work";
import { COMPILER_OPTIONS } from "../config/option-names.ts";
import { replaceWord } from "../edit-command.ts";
import { named } from "../named.ts";
import { nearest } from "../nearest.ts";
import { corrected, type Rule, rule, unproved } from "../rule.ts";
import { NEEDS_NETWORK } from "../sandbox-limit.ts";
import { lineSlip } from "../source/line-slips.ts";
import { withLine } from "../source/source-text.ts";
import { callOf, firstMatch, type View } from "../view.ts";

const PLACE = "([^\\s():][^():]{0,250})[(:](\\d{1,7})[,:](\\d{1,5})\\)?(?: -|:) error ";

function at(view: View, code: string) {
  const found = firstMatch(view, new RegExp(`^${PLACE}${code}`));
  const [, path, line, , ...groups] = found ?? [];
  return path === undefined ? null : { path, line: Number(line), groups };
}

const property = lineSlip({
  name: "typescript-property",
  title: "A property that the type does not have",
  sees: (view) =>
    at(view, "TS2339: Property '([\\w$]{1,60})' does not exist on type '(.{1,300})'\\.$"),
  mend({ path, lines }, { line, groups: [name = "", type = ""] }) {
    const keys = [...type.matchAll(/[{;]\s*(?:readonly )?([\w$]{1,60})\??:/g)].map(
      ([, key = ""]) => key,
    );
    const meant = nearest(name, keys);
    const text = lines[line - 1] ?? "";
    const parts = text.split(`.${name}`);
    if (meant !== null && parts.length === 2) {
      return {
        lines: withLine(lines, line, parts.join(`.${meant}`)),
        because: `line ${line} of ${path}: there is no ${name}; the closest is ${meant}.`,
      };
    }
    return {
      because: `In line ${line} of ${path}, the type ${type.slice(0, 80)} has no ${name}: it is misspelt, or missing in the type.`,
    };
  },
});

const module = lineSlip({
  name: "typescript-module",
  title: "A module that does not exist",
  sees: (view) => at(view, "TS2307: Cannot find module '(\\.{1,2}/[\\w./-]{1,200})'"),
  async mend({ path, lines }, { line, groups: [typed = ""] }, ask) {
    if (typed.startsWith("../")) return null;
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const below = typed.slice(2, typed.lastIndexOf("/") + 1);
    const files = (await ask.list(`${folder}${below}`))
      .filter((file) => /\.(?:tsx?|mts|js)$/.test(file))
      .map((file) => file.replace(/(?:\.d)?\.\w+$/, ""));
    const end = /\.[cm]?js$/.exec(typed)?.[0] ?? "";
    const meant = nearest(typed.slice(2 + below.length).replace(/\.[cm]?js$/, ""), files);
    if (meant === null) return null;
    const now = (lines[line - 1] ?? "").replace(typed, `./${below}${meant}${end}`);
    return {
      lines: withLine(lines, line, now),
      because: `line ${line} of ${path}: there is no module ${typed}; the closest is ./${below}${meant}${end}.`,
    };
  },
});

const defaultImport = lineSlip({
  name: "typescript-default",
  title: "A module without a default export",
  sees: (view) =>
    at(
      view,
      "TS2613: .{1,300} has no default export\\. Did you mean to use 'import \\{ ([\\w$]{1,60}) \\} from",
    ),
  mend({ path, lines }, { line, groups: [name = ""] }) {
    const text = lines[line - 1] ?? "";
    const now = text.replace(new RegExp(`^(\\s*import\\s+)${name}(\\s+from)`), `$1{ ${name} }$2`);
    return now === text
      ? null
      : {
          lines: withLine(lines, line, now),
          because: `line ${line} of ${path}: ${name} is exported by its name, so the import takes braces.`,
        };
  },
});

const constant = lineSlip({
  name: "typescript-const",
  title: "A constant gets a new value",
  sees: (view) => at(view, "TS2588: Cannot assign to '([\\w$]{1,60})' because it is a constant\\."),
  mend({ path, lines }, { line, groups: [name = ""] }) {
    const found = lines.flatMap((one, index) =>
      new RegExp(`^\\s*(?:export\\s+)?const\\s+${name}\\b`).test(one) ? [index] : [],
    );
    const [only] = found;
    return only === undefined || found.length !== 1
      ? null
      : {
          lines: withLine(lines, only + 1, (lines[only] ?? "").replace(/\bconst\b/, "let")),
          because: `${name} is declared with const in line ${only + 1} of ${path} but changed in line ${line}; it needs let.`,
        };
  },
});

const option = rule({
  name: "typescript-option",
  title: "Misspelt option of tsc",
  sees(view) {
    const call = callOf(view, "tsc");
    const typed = firstMatch(
      view,
      /^error TS502[35]: Unknown compiler option '--?(\w{2,60})'/,
    )?.[1];
    const word = call?.operands.find(({ value }) => value?.replace(/^--?/, "") === typed);
    const meant = typed === undefined ? null : nearest(typed, COMPILER_OPTIONS);
    return typed === undefined || word === undefined || meant === null
      ? null
      : { typed, word, meant };
  },
  repair: ({ typed, word, meant }, view) =>
    corrected(
      replaceWord(view, word, quoteWord(`--${meant}`)),
      `tsc has no option --${typed}; the closest is --${meant}.`,
    ),
});

const nodeTypes = rule({
  name: "typescript-node-types",
  title: "The types of Node are not installed",
  sees: (view) =>
    firstMatch(
      view,
      /error TS(?:2580|2591|2307|2688): .{0,120}(?:Try `npm i --save-dev (@types\/[\w-]{1,60})`|(?:type definition file for|module) '(?:node|node:\w{1,30}|fs|path)')/,
    ) === null
      ? null
      : {},
  repair: () =>
    unproved(
      "npm install --save-dev @types/node",
      NEEDS_NETWORK,
      "The types of Node (process, fs and others) are not installed in this project: the package @types/node has them.",
    ),
});

const TYPE = "'(.{1,150}?)'";

const explained = named({
  name: "typescript-explained",
  title: "tsc refuses a program",
  isAbout: (view) => firstMatch(view, /error TS\d{4,5}: /) !== null,
  cases: [
    {
      says: new RegExp(`^${PLACE}TS2322: Type ${TYPE} is not assignable to type ${TYPE}\\.$`),
      tells: ([, path, line, , got, want]) =>
        `Line ${line} of ${path}: a value of type ${want} is wanted, and it gets ${got}.${/undefined|null/.test(got ?? "") ? " Handle the case that there is none, or give a default with ??." : " Change the value or the type."}`,
    },
    {
      says: new RegExp(
        `^${PLACE}TS2345: Argument of type ${TYPE} is not assignable to parameter of type ${TYPE}\\.$`,
      ),
      tells: ([, path, line, , got, want]) =>
        `Line ${line} of ${path}: the function wants ${want} there, and is given ${got}.`,
    },
    {
      says: new RegExp(
        `^${PLACE}TS2554: Expected (\\d{1,3}(?:-\\d{1,3})?) arguments?, but got (\\d{1,3})\\.$`,
      ),
      tells: ([, path, line, , want, got]) =>
        `Line ${line} of ${path}: the function takes ${want} arguments and is given ${got}.`,
    },
    {
      says: new RegExp(
        `^${PLACE}TS2741: Property '([\\w$]{1,60})' is missing in type .{1,200} but required in type ${TYPE}\\.$`,
      ),
      tells: ([, path, line, , name, type]) =>
        `Line ${line} of ${path}: the object lacks ${name}, which ${type} requires. Add it, or make it optional in the type (${name}?).`,
    },
    {
      says: new RegExp(
        `^${PLACE}TS(?:2531|2532|18047|18048|18049): (?:'([\\w$.]{1,80})'|Object) is possibly '(undefined|null)`,
      ),
      tells: ([, path, line, , name, what]) =>
        `Line ${line} of ${path}: ${name ?? "the value"} may be ${what}. Check it first, or use ?. where that is fine.`,
    },
    {
      says: new RegExp(
        `^${PLACE}TS7006: Parameter '([\\w$]{1,60})' implicitly has an 'any' type\\.$`,
      ),
      tells: ([, path, line, , name]) =>
        `Line ${line} of ${path}: the parameter ${name} needs a type, as in ${name}: string.`,
    },
    {
      says: new RegExp(
        `^${PLACE}TS2451: Cannot redeclare block-scoped variable '([\\w$]{1,60})'\\.$`,
      ),
      tells([, path, line, , name], view) {
        const second = view.lines
          .filter((one) => one.includes("TS2451") && one.includes(`'${name}'`))
          .map((one) => new RegExp(`^${PLACE}`).exec(one))
          .find((one) => one?.[1] === path && one?.[2] !== line)?.[2];
        return `${name} is declared more than once: in line ${line} of ${path} and ${second === undefined ? "in another file" : `in line ${second}`}. Rename one.`;
      },
    },
    {
      says: new RegExp(
        `^${PLACE}TS1308: 'await' expressions are only allowed within async functions`,
      ),
      tells: ([, path, line]) =>
        `Line ${line} of ${path} uses await, so the function around it must be async.`,
    },
    {
      says: /^error TS18003: No inputs were found in config file '([^'\n]{1,250})'\. Specified 'include' paths were '(.{1,150}?)'/,
      tells: ([, file, include]) =>
        `${file} matches no file: its "include" is ${include}, and there is nothing at these paths. Correct them.`,
    },
    {
      says: /^error TS5083: Cannot read file '([^'\n]{1,250})'\.$/,
      tells: ([, file]) =>
        `tsconfig.json extends ${file}, which does not exist. Correct "extends".`,
    },
    {
      says: /^error TS50(?:58|81): (?:The specified path does not exist|Cannot find a tsconfig\.json file at the (?:current|specified) directory): '?([^'\n]{1,250}?)'?\.?$/,
      tells: ([, path]) =>
        `There is no tsconfig.json at ${path}. Name the directory that has one after -p, or make one with tsc --init.`,
    },
    {
      says: /^tsconfig[\w.]{0,40}\.json\((\d{1,6}),\d{1,6}\): error TS5024: Compiler option '(\w{1,60})' requires a value of type (\w{1,20})\.$/,
      tells: ([, line, name, type]) =>
        `Line ${line} of tsconfig.json: ${name} takes ${type === "boolean" ? "true or false, without quotes" : `a ${type}`}.`,
    },
    {
      says: /^tsconfig[\w.]{0,40}\.json\((\d{1,6}),\d{1,6}\): error TS6046: Argument for '--(\w{1,40})' option must be: (.{1,400})\.$/,
      tells: ([, line, name, values]) =>
        `Line ${line} of tsconfig.json: ${name} is one of ${values?.replaceAll("'", "")}.`,
    },
    {
      says: /^error TS6053: File '([^'\n]{1,250})' not found\.$/,
      async tells([, file = ""], view, ask) {
        const word = callOf(view, "tsc")?.operands.find(({ value }) => value === file);
        const meant = nearest(file, await ask.find(/\.tsx?$/));
        return word === undefined || meant === null
          ? `There is no file ${file}.`
          : corrected(
              replaceWord(view, word, quoteWord(meant)),
              `There is no file ${file}; the closest is ${meant}.`,
            );
      },
    },
  ],
});

export const typescriptRules: readonly Rule[] = [
  property,
  module,
  defaultImport,
  constant,
  option,
  nodeTypes,
  explained,
];
