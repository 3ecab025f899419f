import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

const SAID =
  /^([^:\s]{1,250}):(\d{1,7}):(\d{1,4}): error: expected (?:[‘'"],[’'"] or )?[‘'"];[’'"] (?:before|after|at end of)/;

export const missingSemicolon = rule({
  name: "missing-semicolon",
  title: "Missing semicolon in C",
  sees(view) {
    const [, path, line, column] = firstMatch(view, SAID) ?? [];
    return path === undefined ? null : { path, line: Number(line), column: Number(column) };
  },
  async repair({ path, line, column }, _view, ask) {
    const source = await ask.locate(path);
    if (source === null) return null;
    // The compiler names the column after the statement; a tab counts as one character.
    return {
      shell: sedInPlace(String.raw`${line}s/^\(.\{${column - 1}\}\)/\1;/`, source),
      explanation: `Line ${line} of ${source} needs a semicolon.`,
    };
  },
});
