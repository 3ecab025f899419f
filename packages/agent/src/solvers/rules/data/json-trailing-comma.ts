import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { isAt, jsonFault, locateJson } from "./json-file.ts";
import { jsonSlips } from "./json-slips.ts";

const SAID = [
  /Expecting property name enclosed in double quotes|Expecting value: line/,
  /Illegal trailing comma/,
  /Expected another (?:key-value pair|array element)|Objects must consist of key:value pairs/,
  /Expected (?:value before|double-quoted property name)/,
  /Unexpected token '?[\]}]'?/,
];
const MAX_COMMAS = 20;

export const jsonTrailingComma = rule({
  name: "json-trailing-comma",
  title: "Trailing comma in JSON",
  sees: (view) => jsonFault(view, SAID),
  async repair(fault, _view, ask) {
    const file = await locateJson(fault, ask);
    const text = file === null ? null : await ask.read(file);
    if (file === null || text === null) return null;
    const { extra } = jsonSlips(text);
    if (extra.length > MAX_COMMAS || !extra.some((slip) => isAt(fault, text, slip))) return null;
    // The last one first, so that the others keep their number in the line.
    const script = extra.map(({ line, comma }) => `${line}s/,//${comma}`).reverse();
    const lines = [...new Set(extra.map(({ line }) => line))].join(", ");
    return {
      shell: sedInPlace(script.join(";"), file),
      explanation: `Line ${lines} of ${file} has a comma before a closing bracket.`,
    };
  },
});
