/**
 * `[ $name = value ]` where the value is empty or has spaces: without quotes the shell takes the
 * test apart. The fix adds the quotes; if more is wrong, the reason is still told.
 */
import { replaceLine } from "../quote.ts";
import { advice, corrected, type Rule, rule } from "../rule.ts";
import { firstMatch, type View } from "../view.ts";
import { scriptLine } from "./script-line.ts";

const BROKEN =
  "\\[: (?:.{0,200}: )?(?:unary operator expected|binary operator expected|too many arguments|unexpected operator|conditional binary operator expected)";
/** What stands in single brackets, up to the closing one. */
const TEST = /(?<=^|[\s;&|!(])\[ ((?:[^\]\n]|\][^\s;&|])*?) \](?=$|[\s;&|)])/g;
const VARIABLE = /(?<![\w"'$\\{])\$(?:\w{1,60}|\{\w{1,60}\}|[@*])(?![\w"'{[])/g;

/** The text with quotes around the variables in its tests, and `=` for `==` where sh reads it. */
function quoted(text: string, isSh: boolean): string {
  return text.replaceAll(TEST, (_whole, inside: string) => {
    const parts = inside.split(/("[^"]*"|'[^']*')/);
    const now = parts.map((part, at) => (at % 2 === 1 ? part : part.replaceAll(VARIABLE, '"$&"')));
    return `[ ${isSh ? now.join("").replaceAll(" == ", " = ") : now.join("")} ]`;
  });
}

function isSh(view: View): boolean {
  return firstMatch(view, /: \d{1,6}: \[: .{1,200}: unexpected operator$/) !== null;
}

const inScript = rule({
  name: "unquoted-test",
  title: "A variable without quotes in a test",
  sees: (view) => scriptLine(view, BROKEN),
  async repair({ path, line }, view, ask) {
    const script = await ask.locate(path);
    const text = script === null ? null : (await ask.read(script))?.split("\n")[line - 1];
    const now = text === undefined || text === null ? null : quoted(text, isSh(view));
    if (script === null || text == null || now === null || now === text) return null;
    return {
      shell: replaceLine(line, text, now, script),
      explanation: `Line ${line} of ${script}: ${why(text, now)}`,
    };
  },
});

/** What was changed, as a sentence. */
function why(from: string, to: string): string {
  return from.split(" == ").length === to.split(" == ").length
    ? "A variable in [ … ] is empty or has spaces, and without quotes the test falls apart."
    : "In sh, text is compared with = and not with ==.";
}

const inCommand = rule({
  name: "unquoted-test-in-command",
  title: "A variable without quotes in a test that was typed",
  sees(view) {
    const isTyped = firstMatch(view, new RegExp(`^(?:ba|da|z)?sh: (?:line )?\\d{1,6}: ${BROKEN}$`));
    const now = isTyped === null ? view.command : quoted(view.command, isSh(view));
    return now === view.command ? null : { now };
  },
  repair: ({ now }, { command }) => corrected(now, why(command, now)),
});

const named = rule({
  name: "unquoted-test-line",
  title: "The line with a broken test",
  sees: (view) => scriptLine(view, BROKEN),
  async repair({ path, line }, _view, ask) {
    const script = await ask.locate(path);
    const text = script === null ? undefined : (await ask.read(script))?.split("\n")[line - 1];
    const name = VARIABLE.exec(text ?? "")?.[0];
    VARIABLE.lastIndex = 0;
    return name === undefined
      ? null
      : advice(
          `Line ${line} of ${script}: ${name} is empty or has spaces, and stands in [ … ] without quotes. Write "${name}".`,
        );
  },
});

const NUMBER = "\\[: (.{0,80}): integer expr?ession expected";

const notANumber = rule({
  name: "test-of-a-number",
  title: "Text compared as a number",
  sees: (view) => scriptLine(view, NUMBER),
  repair({ path, line, found }) {
    const value = (found[3] ?? "").trim();
    return advice(
      value === ""
        ? `Line ${line} of ${path} compares numbers, and one side is empty. Give it a default, such as "\${name:-0}".`
        : `Line ${line} of ${path} compares numbers (-eq, -lt, -gt, …), and ${value} is not a whole number. Text is compared with = and !=.`,
    );
  },
});

export const emptyTests: readonly Rule[] = [inScript, inCommand, named, notANumber];
