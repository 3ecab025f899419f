/**
 * Quotes, brackets and here-documents that are never closed, in the command or in a script. Where the
 * end belongs is decided by what follows: behind `echo "text` a `> file` is not part of the text.
 */
import { replaceLine } from "../quote.ts";
import { advice, corrected, type Rule, rule } from "../rule.ts";
import { firstMatch, type View } from "../view.ts";
import { openLines, openQuote } from "./quotes.ts";
import { scriptLine } from "./script-line.ts";

const SAID = [
  /unexpected EOF while looking for matching [`'](["'])'/,
  /Syntax error: Unterminated quoted (string)/,
  /zsh:\d{0,6}:? unmatched (["'])/,
];
const IN_SCRIPT =
  "(?:unexpected EOF while looking for matching [`']([\"'])'|Syntax error: Unterminated quoted string)";

function isOfCommand(view: View): boolean {
  return firstMatch(view, ...SAID) !== null && scriptLine(view, `.{0,20}${IN_SCRIPT}`) === null;
}

/** `echo "text > file`: what takes any text, and what ends it. */
const TEXT_BEFORE =
  /(?:^|[;&|]\s*|\b(?:do|then|else)\s+)(?:echo|printf)\s[^;&|<>"']{0,200}$|\s(?:-m|--message)[ =]?$/;
const TEXT_END =
  /\s+(?:>>?\s*[\w./~$-]{1,200}\s*$|\|\s*[a-z]|&&\s*[a-z])|;\s*(?:done|fi|esac|else|elif)\b/g;

/** Where in the text behind the quote it ends; null if that is not known. */
function endOfText(before: string, behind: string): number | null {
  if (!/[;&|<>\n]/.test(behind)) return behind.length;
  const ends = [...behind.matchAll(TEXT_END)];
  return TEXT_BEFORE.test(before) && ends.length === 1 ? (ends[0]?.index ?? null) : null;
}

/** The text with its quote closed or its apostrophe escaped; null if that is not known. */
function closed(text: string, at: number): { now: string; why: string } | null {
  const mark = text.charAt(at);
  const [before, behind] = [text.slice(0, at), text.slice(at + 1)];
  if (mark === "'" && /\w$/.test(before) && /^\w/.test(behind)) {
    return {
      now: `${before}\\${text.slice(at)}`,
      why: "An apostrophe opens a quoted text; \\' is the character itself.",
    };
  }
  // `'it's'`: the apostrophe ends the text, and the last quote opens another.
  const [whole, inside = ""] = /'([^'"$`\\!]*\w'\w[^'"$`\\!]*)'$/.exec(text.slice(0, at + 1)) ?? [];
  if (mark === "'" && whole !== undefined) {
    return {
      now: `${text.slice(0, at + 1 - whole.length)}"${inside}"${behind}`,
      why: "An apostrophe ends a text in single quotes; double quotes allow it.",
    };
  }
  if (mark === '"' && /[^\\]\\"$/.test(behind)) {
    return {
      now: `${text.slice(0, -1)}\\"`,
      why: 'A backslash before the closing " makes it a part of the text; \\\\ is the character itself.',
    };
  }
  const bracket = /\s\]\]?\s*(?:;|&&|\|\||$)/.exec(behind);
  const end = bracket?.index ?? endOfText(before, behind);
  if (end === null) return null;
  return {
    now: before + mark + behind.slice(0, end) + mark + behind.slice(end),
    why: `The text after ${mark} needs a closing ${mark}.`,
  };
}

const inCommand = rule({
  name: "unclosed-quote",
  title: "A quote that is never closed",
  sees: (view) => (isOfCommand(view) ? { at: openQuote(view.command) } : null),
  async repair({ at }, { command }, ask) {
    if (at === -1) return null;
    // `awk '{print $1} file`: what exists as a file is not part of the text.
    const [last = "", name = ""] = /\s+([\w./-]{1,200})\s*$/.exec(command.slice(at + 1)) ?? [];
    const isText = TEXT_BEFORE.test(command.slice(0, at));
    const isFile = name !== "" && !isText && (await ask.entry(name))?.kind === "file";
    const found = closed(isFile ? command.slice(0, -last.length) : command, at);
    return found === null ? null : corrected(found.now + (isFile ? last : ""), found.why);
  },
});

const placeInCommand = rule({
  name: "unclosed-quote-place",
  title: "Where a quote opens that is never closed",
  sees: (view) => (isOfCommand(view) ? { at: openQuote(view.command) } : null),
  repair({ at }, { command }) {
    const next = /^[^\s"'`$\\]{1,40}/.exec(command.slice(at + 1))?.[0];
    if (at === -1 || next === undefined) return null;
    return advice(`The ${command.charAt(at)} before ${next} opens a text that is never closed.`);
  },
});

/** The only line of a script that opens a quote and does not close it. */
const inScript = rule({
  name: "unclosed-quote-in-script",
  title: "A quote that is never closed in a script",
  sees: (view) => scriptLine(view, IN_SCRIPT),
  async repair({ path }, _view, ask) {
    const script = await ask.locate(path);
    const text = script === null ? null : await ask.read(script);
    const [open, ...others] = text === null ? [] : openLines(text);
    if (script === null || open === undefined || others.length > 0) return null;
    const found = closed(open.text, open.at);
    if (found === null) return null;
    return {
      shell: replaceLine(open.line, open.text, found.now, script),
      explanation: `Line ${open.line} of ${script}: ${found.why}`,
    };
  },
});

const placeInScript = rule({
  name: "unclosed-quote-line",
  title: "The line of a script that opens a quote",
  sees: (view) => scriptLine(view, IN_SCRIPT),
  async repair({ path }, _view, ask) {
    const script = await ask.locate(path);
    const text = script === null ? null : await ask.read(script);
    const [open, ...others] = text === null ? [] : openLines(text);
    // Of several, one may end the text that another opens.
    if (script === null || open === undefined || others.length > 0) return null;
    const mark = open.text.charAt(open.at);
    return advice(
      `Line ${open.line} of ${script} opens a ${mark} and does not close it. The line that the shell names is only where it gave up.`,
    );
  },
});

/** `(cd x && ls`: the shell only says that there is no more text. */
const OPEN_GROUP = /syntax error: unexpected end of file|end of file unexpected/i;
const OPEN_BRACKET = /unexpected EOF while looking for matching [`']([)}"])'$/;

const unclosedBracket = rule({
  name: "unclosed-bracket",
  title: "A bracket that is never closed",
  sees(view) {
    const isGroup = /^\s*\(/.test(view.command) && firstMatch(view, OPEN_GROUP) !== null;
    const said = firstMatch(view, OPEN_BRACKET)?.[1] ?? (isGroup ? ")" : undefined);
    if (said === undefined || scriptLine(view, ".{0,20}unexpected EOF.{0,80}") !== null)
      return null;
    // In `"$(date"` the shell misses the quote, which is there.
    const mark = said === '"' ? ")" : said;
    return mark === said || openQuote(view.command) === -1 ? { mark } : null;
  },
  repair({ mark }, { command }) {
    const why = `A closing ${mark} is missing.`;
    if (mark === "}") {
      const names = [...command.matchAll(/\$\{\w{1,60}(?=[\s"/.:;,]|$)/g)];
      const at = (names[0]?.index ?? 0) + (names[0]?.[0].length ?? 0);
      if (names.length !== 1) return null;
      return corrected(`${command.slice(0, at)}}${command.slice(at)}`, why);
    }
    const plain = command.replaceAll(/'[^']*'|\\./g, "");
    const missing = plain.split("(").length - plain.split(")").length;
    if (missing < 1 || missing > 3) return null;
    // `"$(date"`: the bracket belongs before the quote that ends the text.
    const isInText = /"[^"]*\$\([^"]*"$/.test(command);
    const end = isInText ? command.length - 1 : command.length;
    return corrected(command.slice(0, end) + ")".repeat(missing) + command.slice(end), why);
  },
});

const HERE_DOCUMENT =
  "warning: here-document at line (\\d{1,6}) delimited by end-of-file \\(wanted [`'](\\w{1,40})'\\)";

const hereDocument = rule({
  name: "here-document-end",
  title: "A here-document without its end",
  sees: (view) => scriptLine(view, HERE_DOCUMENT),
  async repair({ path, found }, _view, ask) {
    const [start, tag = ""] = [Number(found[3]), found[4]];
    const script = await ask.locate(path);
    const text = script === null ? null : await ask.read(script);
    if (script === null || text === null) return null;
    const lines = text.split("\n");
    const at = lines.findIndex(
      (line, index) =>
        index >= start && line !== tag && /^\s*(\w+)\s*;?\s*$/.exec(line)?.[1] === tag,
    );
    if (at === -1) {
      return advice(
        `The here-document of line ${start} of ${script} is never closed: a line with nothing but ${tag} is missing.`,
      );
    }
    return {
      shell: replaceLine(at + 1, lines[at] ?? "", tag, script),
      explanation: `Line ${at + 1} of ${script}: ${tag} must stand alone at the start of its line. (<<-${tag} allows tabs before it.)`,
    };
  },
});

export const unclosedQuotes: readonly Rule[] = [
  inCommand,
  placeInCommand,
  inScript,
  placeInScript,
  unclosedBracket,
  hereDocument,
];
