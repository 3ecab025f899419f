import { sedInPlace, sedLiteral } from "../quote.ts";
import { rule } from "../rule.ts";
import { isAt, jsonFault, locateJson } from "./json-file.ts";
import { jsonSlips, type MissingComma } from "./json-slips.ts";

const SAID = [
  /Expecting ',' delimiter/,
  /Expected separator between values/,
  /Expected ',' or '[}\]]' after/,
  /Unexpected (?:string|number) in JSON/,
];
const MAX_COMMAS = 20;
const MAX_LINE = 500;

export const jsonMissingComma = rule({
  name: "json-missing-comma",
  title: "Missing comma in JSON",
  sees: (view) => jsonFault(view, SAID),
  async repair(fault, _view, ask) {
    const file = await locateJson(fault, ask);
    const text = file === null ? null : await ask.read(file);
    if (file === null || text === null) return null;
    const { missing } = jsonSlips(text);
    const isSure = missing.every(({ before }) => before.length <= MAX_LINE);
    if (!isSure || missing.length > MAX_COMMAS) return null;
    if (!missing.some((slip) => isAt(fault, text, slip))) return null;
    const lines = [...new Set(missing.map(({ line }) => line))].join(", ");
    return {
      shell: sedInPlace(missing.map(withComma).reverse().join(";"), file),
      explanation: `Line ${lines} of ${file} needs a comma before the next value.`,
    };
  },
});

function withComma({ line, before, nextLine }: MissingComma): string {
  return line === nextLine ? `${line}s/^${sedLiteral(before)}/&,/` : `${line}s/[[:space:]]*$/,&/`;
}
