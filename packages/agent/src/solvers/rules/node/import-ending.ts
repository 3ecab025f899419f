import { replaceQuoted, sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

const MISSING =
  /(?:Cannot find module|Directory import) '([^'\n]{1,300})' (?:is not supported resolving ES modules )?imported from ([^'\n]{1,300})$/;
const PROPOSED = /^Did you mean to import "(\.{1,2}\/[\w./@+-]{1,200})"\?$/;

export const importEnding = rule({
  name: "import-ending",
  title: "An import has no file extension",
  sees(view) {
    const [, , importer] = firstMatch(view, MISSING) ?? [];
    const meant = firstMatch(view, PROPOSED)?.[1];
    if (importer === undefined || meant === undefined) return null;
    const typed = meant.replace(/(?:\/index)?\.[cm]?js$/, "");
    return typed === meant ? null : { importer, typed, meant };
  },
  async repair({ importer, typed, meant }, _view, ask) {
    const file = await ask.locate(importer);
    if (file === null) return null;
    return {
      shell: sedInPlace(replaceQuoted(typed, meant), file),
      explanation: `ES modules are imported with their file extension: ${meant}, not ${typed}.`,
    };
  },
});
