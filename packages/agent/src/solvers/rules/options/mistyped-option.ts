import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { nearest } from "../nearest.ts";
import { corrected, rule } from "../rule.ts";
import { firstMatch, type View } from "../view.ts";
import { LONG_OPTIONS } from "./long-options.ts";

const SAID = [
  /unrecognized option [`'‘"](--[a-z][a-z-]{1,40})(?:=[^'’]{0,80})?['’"]/,
  /unrecognized command-line option [`'‘"](--?[A-Za-z][\w-]{1,40})(?:=[^'’]{0,80})?['’"]/,
  /^error: unknown option [`'"](?:--)?([a-z][a-z-]{1,40})['"]/,
  /^(?:fatal|error): unrecognized argument: (--[a-z][a-z-]{1,40})/,
  /^unknown option (--[a-z][a-z-]{1,40})$/,
  /unknown option:? ['"]?(--[a-z][a-z-]{1,40})['"]?/i,
];
/** What a compiler or its kin proposes itself. */
const PROPOSED = /did you mean [`'‘"](--?[A-Za-z][\w-]{1,40})['’"]\?/;
/** Options as a usage text lists them. */
const LISTED = /--(?:\[no-\])?[a-z][a-z-]{1,40}/g;

export const mistypedOption = rule({
  name: "mistyped-option",
  title: "A long option is mistyped",
  sees(view) {
    for (const pattern of SAID) {
      const found = firstMatch(view, pattern);
      const said = found?.[1]?.replace(/^(?!-)/, "--");
      if (found == null || said === undefined) continue;
      const word = view.calls
        .flatMap((call) => call.operands)
        .find(({ raw }) => raw === said || raw.startsWith(`${said}=`));
      const meant = PROPOSED.exec(found.input)?.[1] ?? nearest(said, optionsOf(view));
      if (word !== undefined && meant != null) return { word, said, meant };
    }
    return null;
  },
  repair: ({ word, said, meant }, view) =>
    corrected(
      replaceWord(view, word, quoteWord(meant) + word.raw.slice(said.length)),
      `There is no option ${said}; ${meant} is a slip away.`,
    ),
});

/** The options in the output, or, if it lists none, those that many programs have. */
function optionsOf(view: View): readonly string[] {
  const listed = view.lines
    .filter((line) => /^\s|^usage/i.test(line))
    .flatMap((line) => line.match(LISTED) ?? [])
    .map((option) => option.replace("[no-]", ""));
  return listed.length > 3 ? listed : LONG_OPTIONS;
}
