import { dirname, join, relative } from "node:path/posix";
import { replaceQuoted, sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

const MISSING =
  /(?:Cannot find module|Directory import) '([^'\n]{1,300})' (?:is not supported resolving ES modules )?imported from ([^'\n]{1,300})$/;
const PROPOSED = /^Did you mean to import "(\.{1,2}\/[\w./@+-]{1,200})"\?$/;

const ENDINGS = [".js", ".mjs", ".cjs", "/index.js", "/index.mjs"];

/** How one file imports another; null if that is far away. */
function specifier(importer: string, path: string): string | null {
  const way = relative(dirname(importer), path);
  if (way.startsWith("../../../") || /^[./]*$/.test(way)) return null;
  return way.startsWith("../") ? way : `./${way}`;
}

export const importEnding = rule({
  name: "import-ending",
  title: "An import has no file extension",
  sees(view) {
    const [, missing, importer] = firstMatch(view, MISSING) ?? [];
    if (missing === undefined || importer === undefined) return null;
    return { importer, typed: specifier(importer, missing), said: firstMatch(view, PROPOSED)?.[1] };
  },
  async repair({ importer, typed, said }, _view, ask) {
    const file = await ask.locate(importer);
    if (file === null || typed === null) return null;
    const folder = dirname(file);
    const there = await ask.existing(...ENDINGS.map((ending) => join(folder, typed + ending)));
    const [path, other] = there;
    const found = path === undefined || other !== undefined ? undefined : specifier(file, path);
    // Not every Node proposes something.
    const meant = said ?? found;
    if (meant == null || meant.replace(/(?:\/index)?\.[cm]?js$/, "") !== typed) return null;
    return {
      shell: sedInPlace(replaceQuoted(typed, meant), file),
      explanation: `ES modules are imported with their file extension: ${meant}, not ${typed}.`,
    };
  },
});
