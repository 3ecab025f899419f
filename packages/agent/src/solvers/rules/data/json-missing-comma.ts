import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { jsonFault, lineOf, locateJson } from "./json-file.ts";

const SAID = [
  /Expecting ',' delimiter/,
  /Expected separator between values/,
  /Expected ',' or '[}\]]' after/,
  /Unexpected string in JSON/,
];

export const jsonMissingComma = rule({
  name: "json-missing-comma",
  title: "Two values in JSON lack the comma between them",
  sees: (view) => jsonFault(view, SAID),
  async repair(fault, _view, ask) {
    const file = await locateJson(fault, ask);
    const text = file === null ? null : await ask.read(file);
    if (file === null || text === null) return null;
    const lines = text.split("\n");
    const at = lineOf(fault, text);
    const before = lines.slice(0, at - 1).findLastIndex((line) => line.trim() !== "");
    if (!/["\]}\w]\s*$/.test(lines[before] ?? "") || !/^\s*["[{\d]/.test(lines[at - 1] ?? ""))
      return null;
    return {
      shell: sedInPlace(String.raw`${before + 1}s/\([[:space:]]*\)$/,\1/`, file),
      explanation: `Line ${before + 1} of ${file} has to end in a comma, because another value follows.`,
    };
  },
});
