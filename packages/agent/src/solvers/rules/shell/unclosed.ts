/**
 * Shell text with a block that has no end or no head: a missing `fi`, `done`, `then`, `do` or `;`. And a
 * command with one end too many.
 */
import { replaceLine, sedInPlace } from "../quote.ts";
import { type Answer, corrected, type Rule, rule } from "../rule.ts";
import { hasLine, type View } from "../view.ts";
import { type Gap, missingWord } from "./blocks.ts";
import { scriptLine } from "./script-line.ts";

const SYNTAX =
  "(?:syntax error: unexpected end of file.{0,80}|syntax error near unexpected token [`'][^'\\s]{1,80}'|Syntax error: (?:end of file unexpected|\"[^\"]{1,80}\" unexpected|word unexpected).{0,80})";

const unclosedBlock = rule({
  name: "unclosed-block",
  title: "A missing fi, done, then, do or ;, or an end too many",
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

const DOUBLED_END = /^([\s\S]*\b(fi|done|esac))[\s;]{1,20}\2[\s;]*$/;

function inCommand(view: View): Answer | null {
  const { command } = view;
  const [, once = "", end = ""] = DOUBLED_END.exec(command) ?? [];
  if (end !== "" && hasLine(view, new RegExp(`[\`'"]${end}['"](?: unexpected.{0,80})?$`))) {
    return corrected(once, `The last ${end} closes nothing: there is one too many.`);
  }
  const gap = missingWord(command);
  if (gap === null) return null;
  const before = command.slice(0, gap.at).trimEnd();
  const after = command.slice(gap.at);
  if (isHead(gap)) {
    return corrected(`${before} ${gap.missing} ${after.trimStart()}`, explained(gap));
  }
  const text =
    gap.missing === ";"
      ? `${before}; ${after}`
      : `${before}${/[;&\n]$/.test(before) ? "" : ";"} ${gap.missing}${after === "" ? "" : `; ${after}`}`;
  return corrected(text, explained(gap));
}

/** Whether the word between the head of a block and its body is missing. */
function isHead({ missing }: Gap): boolean {
  return missing === "then" || missing === "do";
}

function explained({ missing, opener, before }: Gap): string {
  if (missing === "then" || missing === "do") return `After ${opener} … ${missing} is missing.`;
  return missing === ";"
    ? `After ${opener} … a ; is missing before ${before}.`
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
    return { shell: replaceLine(at, line, now, script), explanation };
  }
  const start = lineAt(gap.from);
  if (isHead(gap)) {
    const edit = `${start}s/[[:space:];]*$/; ${gap.missing}/`;
    return { shell: sedInPlace(edit, script), explanation };
  }
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

export const unclosed: readonly Rule[] = [unclosedBlock];
