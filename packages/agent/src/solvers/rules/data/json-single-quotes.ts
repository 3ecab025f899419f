import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { jsonFault, lineOf, locateJson } from "./json-file.ts";

const SAID = [
  /Expecting property name enclosed in double quotes|Expecting value: line/,
  /Invalid numeric literal/,
  /Expected property name or '}'|Unexpected token '?'/,
];

export const jsonSingleQuotes = rule({
  name: "json-single-quotes",
  title: "Single quotes in JSON",
  sees: (view) => jsonFault(view, SAID),
  async repair(fault, _view, ask) {
    const file = await locateJson(fault, ask);
    const text = file === null ? null : await ask.read(file);
    if (file === null || text === null) return null;
    const line = text.split("\n")[lineOf(fault, text) - 1] ?? "";
    // With both kinds of quotes in a file, the single ones may be part of a string.
    if (!line.includes("'") || text.includes('"') || /\w'\w/.test(text)) return null;
    return {
      shell: sedInPlace(`s/'/"/g`, file),
      explanation: `JSON strings need double quotes; ${file} uses single quotes.`,
    };
  },
});
