/** Slips in the lines of shell scripts that the shell names by their numbers. */
import { quoteWord } from "@bazaar/work";
import { entryOf } from "../entry-of.ts";
import type { Investigator } from "../investigator.ts";
import { replaceLine, sedInPlace } from "../quote.ts";
import { advice, type Rule, rule } from "../rule.ts";
import { scriptLine } from "./script-line.ts";

interface Line {
  readonly script: string;
  readonly lines: readonly string[];
  /** The line that the shell names. */
  readonly text: string;
}

async function lineOf(path: string, line: number, ask: Investigator): Promise<Line | null> {
  const script = await ask.locate(path);
  const lines = script === null ? null : ((await ask.read(script))?.split("\n") ?? null);
  const text = lines?.[line - 1];
  return script === null || lines === null || text === undefined ? null : { script, lines, text };
}

/** `local x = 1`: as in an assignment, no spaces. */
const spacedDeclaration = rule({
  name: "spaced-declaration",
  title: "Spaces around = after local or export",
  sees: (view) =>
    scriptLine(view, "(?:local|export|readonly|declare|typeset): [`']=': not a valid identifier"),
  async repair({ path, line }, _view, ask) {
    const found = await lineOf(path, line, ask);
    const now = found?.text.replaceAll(
      /\b(local|export|readonly|declare|typeset)(\s+(?:-\w+\s+)?[A-Za-z_]\w*)\s+=\s*/g,
      "$1$2=",
    );
    if (found == null || now === undefined || now === found.text) return null;
    return {
      shell: replaceLine(line, found.text, now, found.script),
      explanation: `Line ${line} of ${found.script} has spaces around =, which a shell does not allow.`,
    };
  },
});

/** A function is known only below its definition. */
const lateFunction = rule({
  name: "late-function",
  title: "A function that is defined after its use",
  sees: (view) => scriptLine(view, "([\\w-]{1,60}): (?:command )?not found"),
  async repair({ path, line, found: said }, _view, ask) {
    const name = said[3] ?? "";
    const found = await lineOf(path, line, ask);
    const defines = new RegExp(`^\\s*(?:function\\s+${name}\\b|${name}\\s*\\(\\))`);
    const at = found?.lines.findIndex((text) => defines.test(text)) ?? -1;
    return found === null || at < line
      ? null
      : advice(
          `${name} is a function of ${found.script}, defined in line ${at + 1} and used in line ${line} already. Move its definition up.`,
        );
  },
});

/** `NAME=my app`: the second word is run as a command. */
const spacedValue = rule({
  name: "spaced-value",
  title: "A value with spaces and without quotes",
  sees: (view) => scriptLine(view, "([^\\s:]{1,80}): (?:command )?not found"),
  async repair({ path, line, found: said }, _view, ask) {
    const found = await lineOf(path, line, ask);
    const [, name = "", value = ""] =
      /^(\s*(?:export\s+)?[A-Za-z_]\w*=)([^\s"'$`\\(;&|#]+(?: [^\s"'$`\\(;&|#]+)+)\s*$/.exec(
        found?.text ?? "",
      ) ?? [];
    // Options and paths behind an assignment are a command with a variable of its own.
    const isCommand = / -|\//.test(value);
    if (found === null || value.split(" ")[1] !== said[3] || isCommand) return null;
    return {
      shell: replaceLine(line, found.text, name + quoteWord(value), found.script),
      explanation: `Line ${line} of ${found.script}: a value with spaces needs quotes.`,
    };
  },
});

/** `set -u` and no argument. */
const missingArgument = rule({
  name: "missing-argument",
  title: "A script without its argument",
  sees: (view) => scriptLine(view, "\\$?([1-9]): (?:unbound variable|parameter not set)"),
  async repair({ path, line, found: said }, { command }, ask) {
    const found = await lineOf(path, line, ask);
    // In a function it is the function's.
    if (found === null || /^\s|[(){}]/.test(found.text)) return null;
    return advice(
      `Line ${line} of ${found.script} reads argument ${said[3]} of the script, which was not given: ${command} VALUE`,
    );
  },
});

/** The words that open what these close. */
const OPENERS: Readonly<Record<string, string>> = {
  done: "(?:for|while|until|select)",
  fi: "if",
  esac: "case",
};

/** A `done` or `fi` alone on its line that closes nothing. */
const extraEnd = rule({
  name: "extra-end",
  title: "A done, fi or esac too many",
  sees: (view) =>
    scriptLine(
      view,
      "(?:syntax error near unexpected token [`'](done|fi|esac)'|Syntax error: \"(done|fi|esac)\" unexpected.{0,80})",
    ),
  async repair({ path, line, found: said }, _view, ask) {
    const found = await lineOf(path, line, ask);
    const word = said[3] ?? said[4] ?? "";
    const opener = entryOf(OPENERS, word) ?? "";
    const count = (wanted: string) =>
      (found?.lines.join("\n").match(new RegExp(`(?<![\\w$-])${wanted}(?![\\w-])`, "g")) ?? [])
        .length;
    const isExtra = count(opener) < count(word);
    if (found === null || found.text.trim() !== word || !isExtra) return null;
    return {
      shell: sedInPlace(`${line}d`, found.script),
      explanation: `Line ${line} of ${found.script}: this ${word} closes nothing.`,
    };
  },
});

const OPEN = "unexpected EOF while looking for matching [`']([)}])'";

/** The only line that opens more brackets than it closes. */
const openBracket = rule({
  name: "unclosed-bracket-in-script",
  title: "A bracket that is never closed in a script",
  sees: (view) => scriptLine(view, OPEN),
  async repair({ path, found: said }, _view, ask) {
    const found = await lineOf(path, 1, ask);
    const mark = said[3] ?? "";
    const starts = mark === ")" ? /\$\(/g : /\$\{/g;
    const open = (found?.lines ?? []).flatMap((text, at) => {
      const plain = text.replaceAll(/'[^']*'|(?<!\S)#.*$/g, "");
      const count = (plain.match(starts) ?? []).length - plain.split(mark).length + 1;
      return count === 1 ? [{ text, line: at + 1 }] : [];
    });
    const [first] = open;
    if (found === null || first === undefined || open.length > 1) return null;
    const now =
      mark === "}"
        ? first.text.replace(/\$\{\w+(?=[\s"/.:;,]|$)/, "$&}")
        : first.text.replace(/("?)\s*$/, (_end, quote: string) => `)${quote}`);
    return {
      shell: replaceLine(first.line, first.text, now, found.script),
      explanation: `Line ${first.line} of ${found.script}: a closing ${mark} is missing.`,
    };
  },
});

export const scriptSlips: readonly Rule[] = [
  spacedDeclaration,
  lateFunction,
  spacedValue,
  missingArgument,
  extraEnd,
  openBracket,
];
