import { quoteWord } from "@bazaar/work";
import { mistyped, wordOfCommand } from "../mistyped.ts";
import { nearest } from "../nearest.ts";
import type { View } from "../view.ts";
import { LONG_OPTIONS } from "./long-options.ts";

const SAID = [
  /unrecognized option [`'‘"](--[a-z][a-z0-9-]{1,40})(?:=[^'’]{0,80})?['’"]/,
  /unrecognized command-line option [`'‘"](--?[A-Za-z][\w-]{1,40})(?:=[^'’]{0,80})?['’"]/,
  /^error: unknown option [`'"](?:--)?([a-z][a-z0-9-]{1,40})['"]/,
  /^(?:fatal|error): unrecognized argument: (--[a-z][a-z0-9-]{1,40})/,
  /^unknown option (--[a-z][a-z0-9-]{1,40})$/,
  /^error: (?:Found|unexpected) argument '(--[a-z][a-z0-9-]{1,40})' (?:which wasn't expected|found)/,
  /unknown option:? ['"]?(--[a-z][a-z0-9-]{1,40})['"]?/i,
];
const SUGGESTED =
  /(?:did you mean|similar argument exists:) [`'‘"](--?[A-Za-z][\w-]{1,40})['’"](?:\?|$)/i;
/** Options as a usage text lists them. */
const LISTED = /--(?:\[no-\])?[a-z][a-z0-9-]{1,40}/g;

const withDashes = (option: string) => option.replace(/^(?!-)/, "--");

export const mistypedOption = mistyped({
  name: "mistyped-option",
  kind: "option",
  finds(view) {
    const typo = wordOfCommand({ says: SAID, suggests: SUGGESTED, word: optionWord })(view);
    return typo === null ? null : { ...typo, typed: withDashes(typo.typed) };
  },
  meant: ({ typed, suggested }, { view }) => suggested ?? nearest(typed, optionsOf(view)),
  // The value of `--option=value` stays.
  write: (meant, { typed, at }) => quoteWord(meant) + at.raw.slice(typed.length),
});

function optionWord(view: View, typed: string) {
  const option = withDashes(typed);
  return view.calls
    .flatMap((call) => call.operands)
    .find(({ raw }) => raw === option || raw.startsWith(`${option}=`));
}

/** The options that the output lists, or else the common ones. */
function optionsOf(view: View): readonly string[] {
  const listed = view.lines
    .filter((line) => /^\s|^usage/i.test(line))
    .flatMap((line) => line.match(LISTED) ?? [])
    .map((option) => option.replace("[no-]", ""));
  return listed.length > 3 ? listed : LONG_OPTIONS;
}
