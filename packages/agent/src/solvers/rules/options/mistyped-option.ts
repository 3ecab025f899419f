import { quoteWord } from "@bazaar/work";
import { mistyped, type Typo } from "../mistyped.ts";
import { nearest } from "../nearest.ts";
import type { Call, Word } from "../shell-words.ts";
import { firstMatch, programName, type View } from "../view.ts";
import { LONG_OPTIONS } from "./long-options.ts";

/** The program that says it: a line that names another one is not about the command's options. */
const BY = String.raw`^(?:[\w.+/-]{0,200}/)?(?<by>[\w.+-]{1,60}): `;
const OPTION = "(?<typed>--[a-z][a-z0-9-]{1,40})";
const SAID = [
  new RegExp(`${BY}unrecognized option [\`'‘"]${OPTION}(?:=[^'’]{0,80})?['’"]`),
  new RegExp(
    `${BY}error: unrecognized command-line option [\`'‘"](?<typed>--?[A-Za-z][\\w-]{1,40})(?:=[^'’]{0,80})?['’"]`,
  ),
  /^error: unknown option [`'"](?:--)?(?<typed>[a-z][a-z0-9-]{1,40})['"]/,
  new RegExp(`^(?:fatal|error): unrecognized argument: ${OPTION}`),
  new RegExp(`^error: (?:Found|unexpected) argument '${OPTION}' (?:which wasn't expected|found)`),
  new RegExp(`${BY}(?:\\w{1,12}: )?unknown option:? ['"]?${OPTION}['"]?`, "i"),
  new RegExp(`^(?:error: )?unknown option:? ['"]?${OPTION}['"]?$`, "i"),
];
const SUGGESTED =
  /^(?:[\w.+/-]{1,200}: error: .{1,200}; |\s{0,8}(?:tip: an? )?)(?:did you mean|similar argument exists:) [`'‘"](--?[A-Za-z][\w-]{1,40})['’"](?:\?|$)/i;
/** Options as a usage text lists them. */
const LISTED = /--(?:\[no-\])?[a-z][a-z0-9-]{1,40}/g;
/** A compiler reports in its own name and in that of the programs that it starts. */
const COMPILER = /^(?:cc1(?:plus)?|(?:[\w-]{1,40}-)?(?:gcc|g\+\+|cc|c\+\+)(?:-\d{1,2})?)$/;

export const mistypedOption = mistyped({
  name: "mistyped-option",
  kind: "option",
  finds: unknownOption,
  meant: ({ typed, suggested }, { view }) => suggested ?? nearest(typed, optionsOf(view)),
  // The value of `--option=value` stays.
  write: (meant, { typed, at }) => quoteWord(meant) + at.raw.slice(typed.length),
});

function unknownOption(view: View): Typo<Word> | null {
  for (const pattern of SAID) {
    const { by, typed: said } = firstMatch(view, pattern)?.groups ?? {};
    const typed = said?.replace(/^(?!-)/, "--");
    if (typed === undefined) continue;
    const at = view.calls
      .filter((call) => by === undefined || isOf(call, by))
      .flatMap(({ operands }) => operands)
      .find(({ raw }) => raw === typed || raw.startsWith(`${typed}=`));
    if (at !== undefined) return { typed, suggested: firstMatch(view, SUGGESTED)?.[1], at };
  }
  return null;
}

function isOf(call: Call, by: string): boolean {
  const name = programName(call);
  return name === by || (COMPILER.test(name) && COMPILER.test(by));
}

/** The options that the output lists, or else the common ones. */
function optionsOf(view: View): readonly string[] {
  const listed = view.lines
    .filter((line) => /^\s|^usage/i.test(line))
    .flatMap((line) => line.match(LISTED) ?? [])
    .map((option) => option.replace("[no-]", ""));
  return listed.length > 3 ? listed : LONG_OPTIONS;
}
