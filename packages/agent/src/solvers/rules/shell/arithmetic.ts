/** Calculations that the shell refuses: decimals, leading zeros, empty values, a star of `expr`. */
import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { advice, corrected, type Rule, rule, unproved } from "../rule.ts";
import { callOf, firstMatch, hasLine, type View } from "../view.ts";
import { ACTS_ON_SHELL } from "./acts-on-shell.ts";
import { scriptLine } from "./script-line.ts";

const PLAIN = /\$\(\(\s*([\d.+*/() -]{3,80}?)\s*\)\)/g;

const decimals = rule({
  name: "shell-decimals",
  title: "Decimals in shell arithmetic",
  sees: (view) =>
    hasLine(
      view,
      /: [^:]{0,80}\d\.\d[^:]{0,80}: syntax error: invalid arithmetic operator\b/,
      /arithmetic expression: expecting EOF: ".{0,80}\d\.\d/,
    )
      ? {}
      : null,
  repair(_facts, { command }) {
    const found = [...command.matchAll(PLAIN)];
    const [whole, sum] = found[0] ?? [];
    const why = "The shell calculates with whole numbers only";
    if (whole === undefined || sum === undefined || found.length !== 1) {
      return advice(`${why}. awk 'BEGIN { print 1.5 * 2 }' and bc calculate with decimals.`);
    }
    const now = `$(awk ${quoteWord(`BEGIN { print ${sum} }`)})`;
    return corrected(
      command.replace(whole, () => now),
      `${why}; awk calculates with decimals.`,
    );
  },
});

/** ` of line 3 of report.sh`, where the output says so. */
function placeOf(view: View, message: string): string {
  const script = scriptLine(view, message);
  return script === null ? "" : `Line ${script.line} of ${script.path}: `;
}

const octal = rule({
  name: "leading-zero",
  title: "A number with a leading zero",
  sees(view) {
    const number = firstMatch(view, /: (0\d{1,20}): value too great for base\b/)?.[1];
    return number === undefined ? null : { number };
  },
  repair: ({ number }, view) =>
    advice(
      `${placeOf(view, ".{1,200}value too great for base.{1,80}")}A number that starts with 0 is read as octal, and ${number} is not one. 10#${number} is read as decimal, and so is 10#$name.`,
    ),
});

const EMPTY =
  "(?:\\(\\(: |\\[\\[: |let: )?(.{0,80}): syntax error: operand expected \\(error token is .{1,80}";

const emptyOperand = rule({
  name: "empty-operand",
  title: "An empty value in a calculation",
  sees: (view) => scriptLine(view, EMPTY),
  repair({ path, line, found }) {
    const text = (found[3] ?? "").trim();
    // `let x = 5`: the spaces are wrong, and no value is missing.
    if (/^[-+*/%]?=?$/.test(text)) return null;
    return advice(
      `Line ${line} of ${path}: a value is missing in ${text}. A variable in it is empty or not set; \${name:-0} takes 0 then.`,
    );
  },
});

const spacedLet = rule({
  name: "spaced-let",
  title: "Spaces in let",
  sees(view) {
    const call = callOf(view, "let");
    const [name, sign, value, ...others] = call?.operands ?? [];
    const isSpaced = sign !== undefined && /^[-+*/%]?=$/.test(sign.raw) && others.length === 0;
    if (name === undefined || value === undefined || !isSpaced) return null;
    return hasLine(view, /\blet: .{0,80}syntax error: operand expected/)
      ? { name, value, sign }
      : null;
  },
  repair({ name, value, sign }, { command, calls }) {
    const now = command.slice(0, name.end) + sign.raw + command.slice(value.start);
    const why = "let takes one word: no spaces around the sign.";
    return calls.length > 1 ? corrected(now, why) : unproved(now, ACTS_ON_SHELL, why);
  },
});

const exprStar = rule({
  name: "expr-star",
  title: "A star of expr that the shell expands",
  sees(view) {
    const star = callOf(view, "expr")?.operands.find(({ raw }) => raw === "*");
    const isSaid = hasLine(view, /^expr: (?:syntax error|non-integer argument)/);
    return star === undefined || !isSaid ? null : { star };
  },
  repair: ({ star }, view) =>
    corrected(
      replaceWord(view, star, "'*'"),
      "Without quotes the shell replaces * by the names of the files here.",
    ),
});

export const arithmetic: readonly Rule[] = [decimals, octal, emptyOperand, spacedLet, exprStar];
