import { nearest } from "../nearest.ts";
import { advice, type Rule, rule } from "../rule.ts";
import { rewrite, withLine } from "../source/source-text.ts";
import { firstMatch, hasLine } from "../view.ts";
import { dataFile } from "./data-file.ts";

const SAID = [
  /mismatched tag: line \d{1,7}, column \d{1,7}$/,
  /Missing end tag for '[\w:.-]{1,80}' \(got '[\w:.-]{1,80}'\)/,
  /Opening and ending tag mismatch: [\w:.-]{1,80} line \d{1,7} and [\w:.-]{1,80}/,
  /The element type "[\w:.-]{1,80}" must be terminated by the matching end-tag/,
];
const TAG =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[!?][^>]*>|<(\/?)([\w:.-]+)(?:"[^"]*"|'[^']*'|[^"'>])*?(\/?)>/g;
const XML = /\.(?:xml|xhtml|svg|xsd|xslt?|pom|csproj|plist|rss)$/;

const mismatchedTag = rule({
  name: "xml-tag",
  title: "An XML tag is closed by another one",
  sees: (view) => (hasLine(view, ...SAID) ? {} : null),
  async repair(_facts, view, ask) {
    const source = await dataFile(view, ask, XML, null);
    const fault = source === null ? null : mismatch(source.lines.join("\n"));
    if (source === null || fault === null) return null;
    const { open, from, closed, line, isOuter } = fault;
    const wrong = `</${closed}>`;
    const text = source.lines[line - 1] ?? "";
    const isNear =
      nearest(closed, [open]) !== null || open.startsWith(closed) || closed.startsWith(open);
    if (isOuter || !isNear || text.split(wrong).length !== 2) {
      return advice(
        `Line ${line} of ${source.path} closes ${closed} while ${open} from line ${from} is still open: </${open}> is missing.`,
      );
    }
    const shell = rewrite(source, withLine(source.lines, line, text.replace(wrong, `</${open}>`)));
    if (shell === null) return null;
    return {
      shell,
      explanation: `Line ${line} of ${source.path} closes <${open}> from line ${from} with ${wrong}; it must be </${open}>.`,
    };
  },
});

const ampersand = rule({
  name: "xml-ampersand",
  title: "A bare & in XML",
  sees(view) {
    const found = firstMatch(
      view,
      /not well-formed \(invalid token\): line (\d{1,7}), column \d{1,7}$/,
    );
    return found === null ? null : { line: Number(found[1]) };
  },
  async repair({ line }, view, ask) {
    const source = await dataFile(view, ask, XML, null);
    const text = source?.lines[line - 1] ?? "";
    const now = text.replaceAll(/&(?!#?\w+;)/g, "&amp;");
    const shell = source === null ? null : rewrite(source, withLine(source.lines, line, now));
    return shell === null
      ? null
      : { shell, explanation: `Line ${line} of ${source?.path} has a bare &; XML needs &amp;.` };
  },
});

export const xmlRules: readonly Rule[] = [mismatchedTag, ampersand];

interface Mismatch {
  readonly open: string;
  readonly from: number;
  readonly closed: string;
  readonly line: number;
  /** Whether an element around the open one has the name that is closed. */
  readonly isOuter: boolean;
}

/** The first closing tag that does not fit. */
function mismatch(text: string): Mismatch | null {
  const stack: { readonly name: string; readonly line: number }[] = [];
  for (const { index, 1: slash, 2: name, 3: end } of text.matchAll(TAG)) {
    if (name === undefined || end === "/") continue;
    const line = text.slice(0, index).split("\n").length;
    if (slash !== "/") {
      stack.push({ name, line });
      continue;
    }
    const open = stack.pop();
    if (open === undefined) return null;
    if (open.name === name) continue;
    const isOuter = stack.some((one) => one.name === name);
    return { open: open.name, from: open.line, closed: name, line, isOuter };
  }
  return null;
}
