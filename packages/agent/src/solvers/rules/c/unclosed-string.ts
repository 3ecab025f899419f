import { withClosedString } from "../source/brackets.ts";
import { lineSlip } from "../source/line-slips.ts";
import { withLine } from "../source/source-text.ts";
import { firstMatch } from "../view.ts";

const SAID = /^([^:\s]{1,250}):(\d{1,7}):\d{1,5}: error: missing terminating ["'] character/;

export const unclosedString = lineSlip({
  name: "unclosed-string",
  title: "A C string has no closing quote",
  sees(view) {
    const [, path, line] = firstMatch(view, SAID) ?? [];
    return path === undefined ? null : { path, line: Number(line) };
  },
  mend({ path, lines }, { line }) {
    const now = withClosedString(lines[line - 1] ?? "");
    const because = `The string in line ${line} of ${path} has no closing quote.`;
    return now === null ? { because } : { lines: withLine(lines, line, now), because };
  },
});
