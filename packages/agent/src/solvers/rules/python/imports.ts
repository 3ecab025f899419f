/** Imports that fail although the module is there: circles, relative names, names of files. */
import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { advice, corrected, type Rule, rule } from "../rule.ts";
import { lineSlip } from "../source/line-slips.ts";
import { withLine } from "../source/source-text.ts";
import { firstMatch } from "../view.ts";
import { pythonCall } from "./python-call.ts";
import { STANDARD_MODULES } from "./standard-modules.ts";
import { fault } from "./traceback.ts";

const PARTIAL =
  /^(?:ImportError: cannot import name '(?<name>\w{1,60})' from partially initialized module '(?<from>[\w.]{1,80})'|AttributeError: partially initialized module '(?<module>[\w.]{1,80})' has no attribute '(?<attribute>\w{1,60})')/;

export const pythonImports: readonly Rule[] = [
  rule({
    name: "python-own-name",
    title: "A program has the name of a module that it imports",
    sees(view) {
      const groups = firstMatch(view, PARTIAL)?.groups;
      const module = groups?.from ?? groups?.module ?? "";
      const script = pythonCall(view)?.operands.find(({ value }) => value?.endsWith(".py"));
      const isItself = script?.value?.replace(/^\.\//, "") === `${module}.py`;
      return isItself && STANDARD_MODULES.has(module) && script !== undefined
        ? { module, script }
        : null;
    },
    async repair({ module, script }, view, ask) {
      const file = `${module}.py`;
      const renamed = `my_${module}.py`;
      if ((await ask.entry(file)) === null || (await ask.entry(renamed)) !== null) return null;
      return {
        shell: `mv -n ${quotedPath(file)} ${quotedPath(renamed)}`,
        correctedCommand: replaceWord(view, script, quoteWord(renamed)),
        explanation: `${file} imports ${module} and so loads itself; this renames it to ${renamed}.`,
      };
    },
  }),
  rule({
    name: "python-circle",
    title: "Python modules import each other",
    sees(view) {
      const at = fault(view, PARTIAL);
      const groups = at?.found.groups;
      const module = groups?.from ?? groups?.module;
      if (at === null || module === undefined || STANDARD_MODULES.has(module)) return null;
      return { ...at, module, name: groups?.name ?? groups?.attribute ?? "" };
    },
    async repair({ path, line, module, name }, _view, ask) {
      const file = (await ask.locate(path)) ?? path;
      return advice(
        `${module} and ${file} import each other (a circular import): when line ${line} of ${file} needs ${name}, ${module} is not loaded yet. Move the import into the function that uses it, or put ${name} into a third module that both import.`,
      );
    },
  }),
  lineSlip({
    name: "python-relative-top",
    title: "A relative import in a program outside of a package",
    sees(view) {
      const script = pythonCall(view)?.operands[0]?.value?.replace(/^\.\//, "");
      const at = fault(
        view,
        /^ImportError: attempted relative import with no known parent package$/,
      );
      // In a directory it may be a package; another rule runs it as a module.
      return at === null || script === undefined || script.includes("/") ? null : at;
    },
    async mend({ path, lines }, { line }, ask) {
      const text = lines[line - 1] ?? "";
      const module = /^\s*from \.(\w{1,60}) import /.exec(text)?.[1];
      const isThere = module !== undefined && (await ask.entry(`${module}.py`)) !== null;
      const isPackage = (await ask.entry("__init__.py")) !== null;
      if (!isThere || isPackage) return null;
      return {
        lines: withLine(lines, line, text.replace(`from .${module}`, `from ${module}`)),
        because: `${path} is not in a package, so line ${line} imports without the dot: from ${module} import …`,
      };
    },
  }),
  lineSlip({
    name: "python-relative-beyond",
    title: "A relative import goes above its package",
    sees: (view) =>
      fault(view, /^ImportError: attempted relative import beyond top-level package$/),
    mend: ({ path }, { line }) => ({
      because: `The dots in line ${line} of ${path} go above the package that was started. Use an absolute import, or run it from a directory further up: python3 -m PACKAGE.MODULE.`,
    }),
  }),
  lineSlip({
    name: "python-import-file",
    title: "An import names a file",
    sees: (view) =>
      fault(
        view,
        /^ModuleNotFoundError: No module named '(\w{1,60})\.py'; '\w{1,60}' is not a package$/,
      ),
    mend({ path, lines }, { line, found: [, name] }) {
      const text = lines[line - 1] ?? "";
      const now = text.replace(new RegExp(`\\b${name}\\.py\\b`), () => `${name}`);
      return now === text
        ? null
        : {
            lines: withLine(lines, line, now),
            because: `Line ${line} of ${path}: an import names the module, without .py.`,
          };
    },
  }),
  lineSlip({
    name: "python-import-dash",
    title: "An import names a file with a dash",
    sees: (view) => fault(view, /^SyntaxError: invalid syntax$/),
    async mend({ path, lines }, { line }, ask) {
      const [, name = ""] =
        /^\s*(?:import|from) ([A-Za-z_]\w*(?:-\w+)+)\b/.exec(lines[line - 1] ?? "") ?? [];
      if (name === "") return null;
      const file = `${name}.py`;
      const hint =
        (await ask.entry(file)) === null
          ? ""
          : ` Rename ${file} to ${name.replaceAll("-", "_")}.py.`;
      return {
        because: `Line ${line} of ${path}: the name of a module cannot contain a dash: ${name.replaceAll("-", "_")} can be imported.${hint}`,
      };
    },
  }),
  rule({
    name: "python-module-path",
    title: "A file is run as a module",
    sees(view) {
      const meant = firstMatch(
        view,
        /Error while finding module specification for '([\w./-]{1,200})\.py' .{1,200}Try using '[\w./-]{1,200}' instead/,
      )?.[1];
      const word = pythonCall(view)?.operands.find(({ value }) => value === `${meant}.py`);
      return meant === undefined || word === undefined ? null : { meant, word };
    },
    repair({ meant, word }, view) {
      const module = meant.replace(/^\.\//, "").replaceAll("/", ".");
      return corrected(
        replaceWord(view, word, quoteWord(module)),
        `After -m comes the name of a module, with dots and without .py: ${module}.`,
      );
    },
  }),
  rule({
    name: "python-no-main",
    title: "A package has no program to run",
    sees(view) {
      const [, module, directory] =
        firstMatch(
          view,
          /No module named ([\w.]{1,100})\.__main__; '[\w.]{1,100}' is a package and cannot be directly executed/,
          /can't find '__main__' module in (?:)'([^'\n]{0,300})'$/,
        ) ?? [];
      const name = module ?? directory;
      return name === undefined ? null : { name: name.slice(name.lastIndexOf("/") + 1) };
    },
    async repair({ name }, _view, ask) {
      const files = await ask.list(name.replaceAll(".", "/"));
      const modules = files.flatMap((file) => /^([a-z]\w{0,60})\.py$/.exec(file)?.[1] ?? []);
      const choice =
        modules.length === 0
          ? ""
          : ` Run one of its modules, such as python3 -m ${name}.${modules.find((one) => /^(?:cli|main|app|run)$/.test(one)) ?? modules[0]}, or`;
      return advice(
        `${name} has no __main__.py, so it cannot be run as a whole.${choice === "" ? "" : choice} ${choice === "" ? "Add" : "add"} ${name}/__main__.py.`,
      );
    },
  }),
  rule({
    name: "python-test-module",
    title: "unittest is given a module that does not exist",
    sees(view) {
      const missing = firstMatch(
        view,
        /^(?:ModuleNotFoundError: No module named '([\w.]{1,120})'|AttributeError: module '[\w.]{1,80}' has no attribute '(\w{1,60})')/,
      );
      const call = pythonCall(view);
      const isUnittest = call?.operands.some(({ value }) => value === "unittest") ?? false;
      const name = missing?.[1] ?? missing?.[2];
      const word = call?.operands.find(
        ({ value }) => name !== undefined && (value === name || value?.endsWith(`.${name}`)),
      );
      return isUnittest && word?.value != null ? { typed: word.value } : null;
    },
    async repair({ typed }, _view, ask) {
      const files = await ask.find(/^test\w*\.py$/);
      const modules = files.map((path) => path.slice(0, -".py".length).replaceAll("/", "."));
      return modules.length === 0 || modules.length > MAX_LISTED
        ? null
        : advice(`There is no test module ${typed}; there is ${modules.join(", ")}.`);
    },
  }),
];

const MAX_LISTED = 8;
