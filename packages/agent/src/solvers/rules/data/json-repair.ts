/** JSON files with several slips, or with rare ones; and files that are something else. */
import { replaceWord } from "../edit-command.ts";
import type { Investigator } from "../investigator.ts";
import { type Answer, advice, corrected, type Rule, rule } from "../rule.ts";
import { rewrite, sourceText } from "../source/source-text.ts";
import { callOf, hasLine, type View } from "../view.ts";
import { jsonFault, locateJson } from "./json-file.ts";
import { type Mend, mendJson } from "./json-mend.ts";

const REFUSED = [
  /Expecting (?:property name|value|',' delimiter|':' delimiter)|Extra data|Invalid \\escape|Invalid control character/,
  /parse error: |Invalid (?:numeric )?literal|Unfinished JSON term/,
  /Unexpected (?:token|end of JSON|string|number|non-whitespace)|Expected (?:property name|double-quoted|',' or|':')|is not valid JSON|Bad (?:escaped|control) character|No number after/,
  /EJSONPARSE|JSON\.parse|json\.decoder\.JSONDecodeError/,
];
const MAX_NOTES = 4;

const slips = rule({
  name: "json-repair",
  title: "Slips in a JSON file",
  sees: (view) => jsonFault(view, REFUSED),
  async repair(fault, _view, ask) {
    const file = await locateJson(fault, ask);
    const source = file === null ? null : await sourceText(file, ask);
    const mended = source === null ? null : mendJson(source.lines.join("\n"));
    if (source === null || mended === null) return null;
    const shell = rewrite(source, mended.text.split("\n"));
    return shell === null
      ? null
      : { shell, explanation: `${source.path}: ${notes(mended.mends)}.` };
  },
});

function notes(mends: readonly Mend[]): string {
  const kinds = [...new Set(mends.map(({ what }) => what))];
  const told = kinds.slice(0, MAX_NOTES).map((kind) => {
    const lines = mends.filter(({ what }) => what === kind).map(({ line }) => line);
    return `${kind} (line ${lines.slice(0, 5).join(", ")})`;
  });
  return told.join("; ");
}

const otherThings = rule({
  name: "json-other-format",
  title: "A file that is not JSON at all",
  sees: (view) => jsonFault(view, REFUSED),
  async repair(fault, view, ask) {
    const file = await locateJson(fault, ask);
    const text = file === null ? null : await ask.read(file);
    return file === null || text === null ? null : explained(file, text, view, ask);
  },
});

async function explained(
  file: string,
  text: string,
  view: View,
  ask: Investigator,
): Promise<Answer | null> {
  const lines = text.split("\n");
  if (text.trim() === "") {
    const size = await ask.ask("find", file, "-maxdepth", "0", "-size", "-2c");
    return size?.trim() === file
      ? advice(`${file} is empty, and an empty file is not JSON; the least that is JSON is {}.`)
      : null;
  }
  const mark = lines.findIndex((line) => /^<{7}(?: |$)/.test(line));
  if (mark !== -1) {
    return advice(
      `${file} has marks of a merge conflict, from line ${mark + 1} (<<<<<<<). Keep one of the two sides and delete the marks.`,
    );
  }
  if (/^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text)) {
    return advice(
      `${file} is not JSON but ${/^\s*<\?xml/i.test(text) ? "XML" : "an HTML page"}: what was downloaded is probably an error page. Look at it (head ${file}), and get the file again.`,
    );
  }
  return isLines(lines) ? jsonLines(file, view) : null;
}

function isLines(lines: readonly string[]): boolean {
  const values = lines.filter((line) => line.trim() !== "");
  if (values.length < 2) return false;
  try {
    for (const line of values) JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function jsonLines(file: string, view: View): Answer {
  const python = callOf(view, "python3", "python");
  const tool = python?.operands.find(({ value }) => value === "json.tool");
  const cause = `${file} has one JSON value on each line (JSON Lines), not one for the whole file.`;
  if (tool !== undefined && !hasLine(view, /json-lines/)) {
    return corrected(
      replaceWord(view, tool, "json.tool --json-lines"),
      `${cause} --json-lines reads it.`,
    );
  }
  return advice(`${cause} Read it line by line and parse each line.`);
}

export const jsonRepair: readonly Rule[] = [slips, otherThings];
