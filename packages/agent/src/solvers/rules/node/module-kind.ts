import { replaceWord } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { hasLine, wordOf } from "../view.ts";
import { faultyFile } from "./stack.ts";

const AWAIT =
  /^SyntaxError: await is only valid in async functions and the top level bodies of modules/;
const IS_MODULE = [
  /^SyntaxError: Cannot use import statement outside a module/,
  /^SyntaxError: Unexpected token 'export'/,
  AWAIT,
  /^SyntaxError: Cannot use 'import\.meta' outside a module/,
];
const IS_COMMON = /^ReferenceError: (?:require|module|exports) is not defined in ES module scope/;

export const moduleKind = rule({
  name: "module-kind",
  title: "ES module and CommonJS are mixed up",
  sees(view) {
    const place = faultyFile(view);
    const ending = hasLine(view, ...IS_MODULE) ? ".mjs" : hasLine(view, IS_COMMON) ? ".cjs" : null;
    // An await that is indented belongs to a function that is not async.
    const shown = view.lines[view.lines.findIndex((line) => line.endsWith(`:${place?.line}`)) + 1];
    const isInFunction = hasLine(view, AWAIT) && /^\s/.test(shown ?? "");
    return place === null || ending === null || isInFunction ? null : { path: place.path, ending };
  },
  async repair({ path, ending }, view, ask) {
    const file = await ask.locate(path);
    if (file === null) return null;
    const renamed = file.replace(/\.[cm]?js$/, ending);
    const word = wordOf(view, file) ?? wordOf(view, `./${file}`);
    const kind = ending === ".mjs" ? "module" : "commonjs";
    if (word !== null) {
      return {
        shell: `mv -n ${quotedPath(file)} ${quotedPath(renamed)}`,
        correctedCommand: replaceWord(view, word, quotedPath(renamed)),
        explanation: `${file} is written as ${kind}; it needs the extension ${ending} in this project.`,
      };
    }
    return {
      shell: `npm pkg set type=${kind}`,
      explanation: `${file} is written as ${kind}; package.json must say so.`,
    };
  },
});
