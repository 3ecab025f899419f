/** Programs that read their arguments with argparse or click, and refuse some. */
import { quoteWord } from "@bazaar/work";
import { mistyped, wordOfCommand } from "../mistyped.ts";
import { named } from "../named.ts";
import { nearest } from "../nearest.ts";
import type { Rule } from "../rule.ts";
import { firstMatch, type View } from "../view.ts";

const CHOICE =
  /^[\w.-]{1,80}(?: [\w.-]{1,40}){0,3}: error: argument [^:\n]{1,300}: invalid choice: '([^'\n]{1,80})' \(choose from (.{1,400})\)$/;
const UNKNOWN =
  /^[\w.-]{1,80}(?: [\w.-]{1,40}){0,3}: error: unrecognized arguments: (--[\w-]{1,60})/;

/** The options that the usage lists. */
function optionsIn({ lines }: View): readonly string[] {
  return lines
    .filter((line) => /^usage:|^\s/.test(line))
    .flatMap((line) => line.match(/--[a-z][\w-]{1,60}/g) ?? []);
}

export const pythonCommandLine: readonly Rule[] = [
  mistyped({
    name: "argparse-choice",
    kind: "choice",
    finds: wordOfCommand({ says: CHOICE }),
    meant({ typed }, { view }) {
      const listed = firstMatch(view, CHOICE)?.[2] ?? "";
      return nearest(
        typed,
        listed.split(/,\s*/).map((one) => one.replaceAll(/^'|'$/g, "")),
      );
    },
  }),
  mistyped({
    name: "argparse-option",
    kind: "option",
    finds: wordOfCommand({
      says: UNKNOWN,
      word: (view, typed) =>
        view.calls
          .flatMap(({ operands }) => operands)
          .find(({ raw }) => raw === typed || raw.startsWith(`${typed}=`)),
    }),
    meant: ({ typed }, { view }) => nearest(typed, optionsIn(view)),
    write: (meant, { typed, at }) => quoteWord(meant) + at.raw.slice(typed.length),
  }),
  mistyped({
    name: "click-word",
    kind: "command or option",
    finds: wordOfCommand({
      says: [
        /^Error: No such command '([\w-]{1,60})'\. Did you mean (?:one of: )?'?([\w-]{1,60})'?\??$/,
        /^Error: No such option: (--?[\w-]{1,60}) Did you mean (--?[\w-]{1,60})\?$/,
        /^Error: No such option '(--?[\w-]{1,60})'\. Did you mean '(--?[\w-]{1,60})'\?$/,
      ],
    }),
  }),
  named({
    name: "python-arguments",
    title: "A Python program misses an argument or cannot read one",
    isAbout: () => true,
    cases: [
      {
        says: /^[\w.-]{1,80}(?: [\w.-]{1,40}){0,3}: error: the following arguments are required: (.{1,200})$/,
        tells: ([, names], view) =>
          `The program needs ${names}, which was not given. ${usage(view)}`,
      },
      {
        says: /^[\w.-]{1,80}(?: [\w.-]{1,40}){0,3}: error: argument ([^:\n]{1,100}): invalid (\w{1,20}) value: '(.{0,80})'$/,
        tells: ([, name, type, value]) =>
          `${name} takes ${type === "int" ? "a whole number" : type === "float" ? "a number" : `a value of type ${type}`}, not "${value}".`,
      },
      {
        says: CHOICE,
        tells: ([, typed, listed = ""]) =>
          `"${typed}" is not one of the values that are allowed: ${listed.replaceAll("'", "")}.`,
      },
      {
        says: /^[\w.-]{1,80}(?: [\w.-]{1,40}){0,3}: error: argument ([^:\n]{1,100}): expected (one|at least one|\d{1,3}) arguments?$/,
        tells: ([, name, count]) =>
          `${name} must be followed by ${count === "one" ? "a value" : `${count} values`}.`,
      },
      {
        says: /^Error: Missing (argument|option|parameter:?) '?([\w./ -]{1,80})'?\.$/,
        tells: ([, kind, name]) => `The program needs the ${kind} ${name}, which was not given.`,
      },
    ],
  }),
];

function usage({ lines }: View): string {
  const line = lines.find((text) => text.startsWith("usage: "));
  return line === undefined ? "" : `Its usage is: ${line.slice("usage: ".length)}`;
}
