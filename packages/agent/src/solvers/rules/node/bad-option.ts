import { removeWord, replaceWord } from "../edit-command.ts";
import { nearest } from "../nearest.ts";
import { corrected, rule } from "../rule.ts";
import { firstMatch, wordOf } from "../view.ts";

const OPTIONS = [
  "--watch --test --check --eval --print --require --import --inspect --inspect-brk --env-file --version",
  "--no-warnings --trace-warnings --no-deprecation --trace-deprecation --throw-deprecation --enable-source-maps",
  "--max-old-space-size --expose-gc --experimental-vm-modules --openssl-legacy-provider --unhandled-rejections",
].flatMap((line) => line.split(" "));
/** Features that were switched on by these and have no switch any more. */
const GROWN_UP = /^--(?:experimental|harmony|es-module)-[a-z-]{2,60}$/;

export const badOption = rule({
  name: "bad-option",
  title: "Node does not know an option",
  sees(view) {
    const said = firstMatch(view, /^(?:\S{0,250}\/)?node: bad option: (--[a-z][a-z-]{1,60})/)?.[1];
    const word = said === undefined ? null : wordOf(view, said);
    const meant = said === undefined ? null : nearest(said, OPTIONS);
    if (said === undefined || word === null || (meant === null && !GROWN_UP.test(said)))
      return null;
    return { said, word, meant };
  },
  repair: ({ said, word, meant }, view) =>
    meant === null
      ? corrected(removeWord(view, word), `This Node needs no ${said} any more.`)
      : corrected(replaceWord(view, word, meant), `Node has no ${said}, but ${meant}.`),
});
