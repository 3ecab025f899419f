import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { jsonFault, lineOf, locateJson } from "./json-file.ts";

const SAID = [
  /Expecting (?:property name enclosed in double quotes|value: line|',' delimiter)/,
  /Invalid (?:numeric )?literal/,
  /Expected (?:property name or '}'|double-quoted property name)/,
  /Unexpected token '?\//,
];

export const jsonComments = rule({
  name: "json-comments",
  title: "Comments in JSON",
  sees: (view) => jsonFault(view, SAID),
  async repair(fault, _view, ask) {
    const file = await locateJson(fault, ask);
    const text = file === null ? null : await ask.read(file);
    if (file === null || text === null) return null;
    const at = lineOf(fault, text);
    const near = text.split("\n").slice(Math.max(at - 2, 0), at + 1);
    if (!near.some((line) => /^\s*\/\//.test(line))) return null;
    return {
      shell: sedInPlace(String.raw`/^[[:space:]]*\/\//d`, file),
      explanation: `JSON has no comments; this removes the comment lines of ${file}.`,
    };
  },
});
