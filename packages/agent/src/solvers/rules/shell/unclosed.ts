/** Shell text that ends too early: a missing `fi`, `done` or `;`, a quote that is never closed. */
import { sedInPlace, sedLiteral, sedReplacement } from "../quote.ts";
import { type Answer, corrected, type Rule, rule } from "../rule.ts";
import { firstMatch, hasLine, type View } from "../view.ts";
import { type Gap, missingWord } from "./blocks.ts";
import { scriptLine } from "./script-line.ts";

const SYNTAX =
  "(?:syntax error: unexpected end of file.{0,80}|syntax error near unexpected token [`'](?:done|fi|esac|\\}|then|do|else|elif|newline)'|Syntax error: (?:end of file unexpected|\"(?:done|fi|esac|\\}|then|do|else)\" unexpected).{0,80})";

const unclosedBlock = rule({
  name: "unclosed-block",
  title: "A missing fi, done or ;",
  sees(view) {
    if (!hasLine(view, new RegExp(`: ${SYNTAX}$`))) return null;
    const script = scriptLine(view, SYNTAX);
    return { script: script === null ? null : script.path };
  },
  async repair({ script: path }, view, ask) {
    if (path === null) return inCommand(view);
    const script = await ask.locate(path);
    const text = script === null ? null : await ask.read(script);
    const gap = text === null ? null : missingWord(text);
    if (script === null || text === null || gap === null) return null;
    return inScript(script, text, gap);
  },
});

function inCommand({ command }: View): Answer | null {
  const gap = missingWord(command);
  if (gap === null) return null;
  const before = command.slice(0, gap.at).trimEnd();
  const after = command.slice(gap.at);
  const text =
    gap.missing === ";"
      ? `${before}; ${after}`
      : `${before}${/[;&\n]$/.test(before) ? "" : ";"} ${gap.missing}${after === "" ? "" : `; ${after}`}`;
  return corrected(text, explained(gap));
}

function explained({ missing, opener }: Gap): string {
  return missing === ";"
    ? `After ${opener} … a ; is missing before ${opener === "if" ? "then" : "do"}.`
    : `The block that starts with ${opener} is never closed; ${missing} is missing.`;
}

function inScript(script: string, text: string, gap: Gap): Answer {
  const lines = text.replace(/\n$/, "").split("\n");
  const lineAt = (at: number) => text.slice(0, at).split("\n").length;
  const explanation = `${script}: ${explained(gap)}`;
  if (gap.missing === ";") {
    const at = lineAt(gap.at);
    const line = lines[at - 1] ?? "";
    const column = gap.at - text.lastIndexOf("\n", gap.at - 1) - 1;
    const now = `${line.slice(0, column).trimEnd()}; ${line.slice(column)}`;
    const edit = `${at}s/^${sedLiteral(line)}$/${sedReplacement(now)}/`;
    return { shell: sedInPlace(edit, script), explanation };
  }
  const start = lineAt(gap.from);
  const indent = indentOf(lines[start - 1] ?? "");
  const limit = gap.at >= text.trimEnd().length ? lines.length + 1 : lineAt(gap.at);
  // The block ends where the text is no longer indented more than its first line.
  const end = lines.findIndex(
    (line, at) =>
      at >= start &&
      line.trim() !== "" &&
      indentOf(line).length <= indent.length &&
      !/^\s*(?:do|then|else|elif)\b/.test(line),
  );
  const at = end === -1 ? limit : Math.min(end + 1, limit);
  const edit = `${at > lines.length ? "$a" : `${at}i`}\\${indent}${gap.missing}`;
  return { shell: sedInPlace(edit, script), explanation };
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

const unclosedQuote = rule({
  name: "unclosed-quote",
  title: "A quote that is never closed",
  sees(view) {
    const mark = firstMatch(
      view,
      /unexpected EOF while looking for matching [`'](["'])'/,
      /Syntax error: Unterminated quoted (string)/,
      /zsh:\d{0,6}:? unmatched (["'])/,
    )?.[1];
    const isScript = scriptLine(view, ".{0,20}(?:unexpected EOF|Unterminated).{0,80}") !== null;
    return mark === undefined || isScript ? null : { mark };
  },
  repair(_facts, { command }) {
    const at = openQuote(command);
    const mark = command.charAt(at);
    const behind = command.slice(at + 1);
    if (at === -1) return null;
    const isApostrophe = mark === "'" && /\w/.test(command.charAt(at - 1)) && /^\w/.test(behind);
    if (isApostrophe) {
      return corrected(
        `${command.slice(0, at)}\\${command.slice(at)}`,
        "An apostrophe opens a quoted text; \\' is the character itself.",
      );
    }
    // With a separator behind the quote it is not known where the text should end.
    if (/[;&|<>\n]/.test(behind)) return null;
    return corrected(command + mark, `The text after ${mark} needs a closing ${mark}.`);
  },
});

/** Where the quote starts that is never closed, or -1. */
function openQuote(command: string): number {
  let open = -1;
  for (let at = 0; at < command.length; at += 1) {
    const here = command.charAt(at);
    const mark = open === -1 ? "" : command.charAt(open);
    if (here === "\\" && mark !== "'") at += 1;
    else if (open === -1 && (here === "'" || here === '"')) open = at;
    else if (here === mark) open = -1;
  }
  return open;
}

export const unclosed: readonly Rule[] = [unclosedBlock, unclosedQuote];
