/** Words and signs that a shell does not read as meant: `elseif`, `&;`, `$name=value`. */
import { replaceLine, sedInPlace } from "../quote.ts";
import { advice, corrected, type Rule, rule, unproved } from "../rule.ts";
import { callOf, firstMatch, hasLine } from "../view.ts";
import { ACTS_ON_SHELL } from "./acts-on-shell.ts";
import { scriptLine } from "./script-line.ts";

const NEAR =
  "(?:syntax error near unexpected token [`']([^'\\s]{1,20})'|Syntax error: \"([^\"]{1,20})\" unexpected.{0,80})";

/** `elseif`, `else if` on one line with its own `fi` missing is a block; this one is a word. */
const elseIf = rule({
  name: "shell-elif",
  title: "elseif in a shell script",
  sees: (view) => scriptLine(view, NEAR),
  async repair({ path }, _view, ask) {
    const script = await ask.locate(path);
    const lines = script === null ? [] : ((await ask.read(script)) ?? "").split("\n");
    const isThere = lines.some((line) => /^\s*(?:elseif|elsif)\s/.test(line));
    if (script === null || !isThere) return null;
    return {
      shell: sedInPlace(String.raw`s/^\([[:space:]]*\)else\?s\?if\b/\1elif/`, script),
      explanation: `${script}: the word is elif in a shell.`,
    };
  },
});

/** The line before the next pattern of a `case` must end in `;;`. */
const caseEnd = rule({
  name: "case-end",
  title: "A missing ;; in case",
  sees: (view) => scriptLine(view, NEAR),
  async repair({ path, line, found }, _view, ask) {
    const script = (found[3] ?? found[4]) === ")" ? await ask.locate(path) : null;
    const lines = script === null ? [] : ((await ask.read(script)) ?? "").split("\n");
    const isPattern = /^\s*[^()\s]{1,60}(?:\s*\|\s*[^()\s]{1,60}){0,9}\)/.test(
      lines[line - 1] ?? "",
    );
    const before = lines.slice(0, line - 1).findLastIndex((text) => /^\s*[^\s#]/.test(text));
    const text = lines[before] ?? "";
    if (script === null || !isPattern || before === -1 || /;;\s*$|\sin\s*$/.test(text)) return null;
    return {
      shell: replaceLine(before + 1, text, `${text.trimEnd()} ;;`, script),
      explanation: `Line ${before + 1} of ${script}: the commands of a case end with ;;.`,
    };
  },
});

/** Two signs where one is meant, and signs with nothing behind them. */
const SIGNS: readonly (readonly [says: RegExp, slip: RegExp, meant: string])[] = [
  [/token [`'];'|";" unexpected/, /&\s*;(?!;)/, "&"],
  [/token [`'];;'|";;" unexpected/, /;;/, ";"],
  [/token [`']\|'|"\|" unexpected/, /\|\s+\|(?!\|)/, "|"],
  [/token [`']&&'|"&&" unexpected/, /&&\s+&&/, "&&"],
  [/token [`']&'|"&" unexpected/, /&&&|&\s+&(?!&)/, "&&"],
  [/token [`']>'|redirection unexpected/, />\s+>(?!>)/, ">>"],
  [/token [`'](?:\|\||&&)'|"(?:\|\||&&)" unexpected/, /^\s*(?:\|\||&&)\s*(?=\w)/, ""],
  [/unexpected end of file|end of file unexpected/i, /\s*(?:&&|\|\|?)\s*$/, ""],
];

const doubledSign = rule({
  name: "shell-signs",
  title: "A sign too many between commands",
  sees(view) {
    if (scriptLine(view, NEAR) !== null) return null;
    for (const [says, slip, meant] of SIGNS) {
      const parts = view.command.split(new RegExp(slip, "g"));
      if (!hasLine(view, says) || parts.length !== 2) continue;
      const sign = slip.exec(view.command)?.[0].trim() ?? "";
      return { sign, now: parts.join(meant), isSplit: sign.replaceAll(/\s/g, "") === meant };
    }
    return null;
  },
  repair({ sign, now, isSplit }, { command }) {
    if (isSplit) return corrected(now, `A space splits ${sign.replaceAll(/\s/g, "")}.`);
    return corrected(
      now,
      command.trimEnd().endsWith(sign) ? `Nothing follows ${sign}.` : `${sign} is a sign too many.`,
    );
  },
});

/** `f(){echo hi;}`, `[$x = 1]`: brackets that are words need spaces. */
const BRACKETS: readonly (readonly [says: RegExp, slip: RegExp, meant: string, why: string])[] = [
  [
    /token [`']\{\w{1,40}'|"\}" unexpected/,
    /(?<=\)\s*)\{(?=\w)/g,
    "{ ",
    "A space is missing behind {.",
  ],
  [
    /(?:^|: )\[[^\s[:]{0,80}: (?:command )?not found$/,
    /(?<=^|[\s;&|!])\[(?=["$\w-])/g,
    "[ ",
    "[ is a command, and a space must follow it.",
  ],
  [
    /conditional expression|in conditional command|conditional binary operator expected/,
    /(?<=\[\[ [^\][]{1,200}) \](?=\s*(?:;|&&|\|\||$))/g,
    " ]]",
    "[[ is closed by ]].",
  ],
];

const brackets = rule({
  name: "shell-brackets",
  title: "A bracket without its space or its twin",
  sees(view) {
    if (scriptLine(view, ".{1,300}") !== null) return null;
    for (const [says, slip, meant, why] of BRACKETS) {
      const now = view.command.replaceAll(slip, meant);
      if (hasLine(view, says) && now !== view.command) return { now: closedTests(now), why };
    }
    return null;
  },
  repair: ({ now, why }) => corrected(now, why),
});

/** `[ $x = 1]`: the space before the closing bracket is often missing as well. */
function closedTests(text: string): string {
  return text.replaceAll(/(\[ [^\][\n]{0,200}[^\s\][])\](?=\s*(?:;|&&|\|\||$))/g, "$1 ]");
}

/** `export MY-VAR=1`: letters, digits and underscores only. */
const badName = rule({
  name: "variable-name",
  title: "A name that no variable can have",
  sees(view) {
    const said = firstMatch(
      view,
      /\b(?:export|declare|local|readonly): [`']([\w-]{1,60})=.{0,200}': not a valid identifier$/,
    )?.[1];
    return said === undefined || !said.includes("-") ? null : { said };
  },
  repair({ said }, { command }) {
    const name = said.replaceAll("-", "_").replace(/^(?=\d)/, "_");
    return unproved(
      command.replace(`${said}=`, `${name}=`),
      ACTS_ON_SHELL,
      `Names of variables have letters, digits and underscores only: ${name}.`,
    );
  },
});

/** `$name=value`: the sign belongs to reading a variable, not to setting it. */
const dollarName = rule({
  name: "dollar-assignment",
  title: "$ before the name of a variable that is set",
  sees(view) {
    const found = /^(\s*(?:export |local |readonly )?)\$([A-Za-z_]\w{0,60})=/.exec(view.command);
    const isSaid = hasLine(view, /=.{0,200}: (?:command )?not found$|not a valid identifier$/);
    return found === null || !isSaid ? null : { start: found[1] ?? "", name: found[2] ?? "" };
  },
  repair({ start, name }, { command }) {
    const now = start + command.slice(start.length + 1);
    const why = `A variable is set without $: ${name}=…`;
    return /[;&|\n]/.test(now) ? corrected(now, why) : unproved(now, ACTS_ON_SHELL, why);
  },
});

const dollarNameInScript = rule({
  name: "dollar-assignment-in-script",
  title: "$ before the name of a variable that a script sets",
  sees: (view) => scriptLine(view, ".{0,80}=.{0,200}: (?:command )?not found"),
  async repair({ path, line }, _view, ask) {
    const script = await ask.locate(path);
    const text = script === null ? "" : ((await ask.read(script))?.split("\n")[line - 1] ?? "");
    const [, start = "", rest = ""] =
      /^(\s*(?:export |local |readonly )?)\$([A-Za-z_]\w{0,60}=.*)$/.exec(text) ?? [];
    if (script === null || rest === "") return null;
    return {
      shell: replaceLine(line, text, start + rest, script),
      explanation: `Line ${line} of ${script}: a variable is set without $.`,
    };
  },
});

const spacedBraces = rule({
  name: "spaced-braces",
  title: "Spaces inside the braces of a variable",
  sees(view) {
    const said = firstMatch(view, /: (\$\{\s*\w{1,60}\s*\}): bad substitution$/)?.[1];
    return said !== undefined && /\s/.test(said) ? { said } : null;
  },
  repair({ said }, { command }) {
    const now = said.replaceAll(/\s/g, "");
    return command.includes(said)
      ? corrected(
          command.replaceAll(said, () => now),
          `No spaces inside the braces: ${now}.`,
        )
      : advice(`No spaces are allowed inside the braces: write ${now} instead of ${said}.`);
  },
});

/** `export $(cat .env | xargs)` breaks at every space, quote and comment of the file. */
const exportedFile = rule({
  name: "exported-file",
  title: "export of a whole file",
  sees(view) {
    const [, file] =
      /\bexport \$\((?:cat|grep [^|()]{1,80}) ["']?([\w./-]{1,100})["']?\s*(?:\||\))/.exec(
        view.command,
      ) ?? [];
    const isSaid = hasLine(view, /\bexport: [`'].{1,200}': not a valid identifier$/);
    return callOf(view, "export") === null || file === undefined || !isSaid ? null : { file };
  },
  // The file is data so far. As a script it may run anything, so that stays the person's choice.
  repair: ({ file }) =>
    advice(
      `${file} has comments, spaces or quotes, which break in export $(…). The shell can read the file itself: set -a; . ${file.includes("/") ? file : `./${file}`}; set +a. This runs the file as a script, so look into it first.`,
    ),
});

const OUTSIDE: readonly (readonly [message: string, tells: string])[] = [
  [
    "return: can only [`']return' from a function or sourced script",
    "return works only in a function or in a file that is sourced. exit ends a script.",
  ],
  ["local: can only be used in a function", "local works only in a function. Leave the word out."],
  ["local: not in a function", "local works only in a function. Leave the word out."],
];

const outsideFunction = rule({
  name: "outside-function",
  title: "A word that works only in a function",
  sees(view) {
    for (const [message, tells] of OUTSIDE) {
      const script = scriptLine(view, message);
      if (script !== null) return { script, tells };
    }
    return null;
  },
  repair: ({ script: { path, line }, tells }) => advice(`Line ${line} of ${path}: ${tells}`),
});

export const syntaxSlips: readonly Rule[] = [
  elseIf,
  caseEnd,
  doubledSign,
  brackets,
  badName,
  dollarName,
  dollarNameInScript,
  spacedBraces,
  exportedFile,
  outsideFunction,
];
