import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { jsonFault, lineOf, locateJson } from "./json-file.ts";

const SAID = [
  /Expecting property name enclosed in double quotes|Expecting value: line/,
  /Illegal trailing comma/,
  /Expected another (?:key-value pair|array element)|Objects must consist of key:value pairs/,
  /Expected (?:value before|double-quoted property name)/,
  /Unexpected token '?[\]}]'?/,
];

export const jsonTrailingComma = rule({
  name: "json-trailing-comma",
  title: "A list or object in JSON ends in a comma",
  sees: (view) => jsonFault(view, SAID),
  async repair(fault, _view, ask) {
    const file = await locateJson(fault, ask);
    const text = file === null ? null : await ask.read(file);
    if (file === null || text === null) return null;
    const lines = text.split("\n");
    const at = lineOf(fault, text);
    // The comma is at the end of the last line with text above a closing bracket.
    const closing = lines.findIndex((line, index) => index >= at - 2 && /^\s*[\]}]/.test(line));
    const comma = lines.slice(0, closing).findLastIndex((line) => line.trim() !== "");
    if (closing !== -1 && /,\s*$/.test(lines[comma] ?? "")) {
      return proposal(
        sedInPlace(String.raw`${comma + 1}s/,\([[:space:]]*\)$/\1/`, file),
        file,
        comma + 1,
      );
    }
    const inLine = /,\s*[\]}]/.test(lines[at - 1] ?? "");
    if (!inLine) return null;
    return proposal(sedInPlace(String.raw`${at}s/,\([[:space:]]*[]}]\)/\1/g`, file), file, at);
  },
});

function proposal(fix: string, file: string, line: number) {
  return {
    shell: fix,
    explanation: `JSON has no comma before a closing bracket, as in line ${line} of ${file}.`,
  };
}
