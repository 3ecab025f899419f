import { removeWord, replaceWord } from "../edit-command.ts";
import { nearest } from "../nearest.ts";
import { corrected, rule } from "../rule.ts";
import { firstMatch, wordOf } from "../view.ts";

const OPTIONS = [
  "--watch --test --check --eval --print --require --import --inspect --inspect-brk --env-file --version",
  "--no-warnings --trace-warnings --no-deprecation --trace-deprecation --throw-deprecation --enable-source-maps",
  "--max-old-space-size --expose-gc --experimental-vm-modules --openssl-legacy-provider --unhandled-rejections",
].flatMap((line) => line.split(" "));
/** Flags of features that are on by default now. */
const GROWN_UP = /^--(?:experimental|harmony|es-module)-[a-z-]{2,60}$/;

export const badOption = rule({
  name: "bad-option",
  title: "Unknown Node option",
  sees(view) {
    const said = firstMatch(
      view,
      /^(?:\S{0,250}\/)?node: bad option: (--[a-z][a-z-]{1,60})(?:=|$)/,
    )?.[1];
    const word = said === undefined ? null : wordOf(view, said);
    const meant = said === undefined ? null : nearest(said, OPTIONS);
    if (said === undefined || word === null || (meant === null && !GROWN_UP.test(said)))
      return null;
    return { said, word, meant };
  },
  repair: ({ said, word, meant }, view) =>
    meant === null
      ? corrected(
          removeWord(view, word),
          `This Node has no option ${said}: it is misspelt, of another version, or on by default now. This leaves it out.`,
        )
      : corrected(
          replaceWord(view, word, meant),
          `There is no Node option ${said}; the closest is ${meant}.`,
        ),
});
