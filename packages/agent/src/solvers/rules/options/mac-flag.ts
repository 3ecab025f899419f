import { replaceWord } from "../edit-command.ts";
import { entryOf } from "../entry-of.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

/** By tool: the macOS flag, and the flag on Linux. */
const HERE: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  base64: [[/^-D$/, "-d"]],
  date: [
    [/^-v-1d$/, "-d '-1 day'"],
    [/^-v\+1d$/, "-d '+1 day'"],
    [/^-v-1w$/, "-d '-1 week'"],
    [/^-v-1m$/, "-d '-1 month'"],
  ],
  xargs: [[/^-J$/, "-I"]],
};

export const macFlag = rule({
  name: "mac-flag",
  title: "macOS spelling of a flag",
  sees(view) {
    const said = firstMatch(view, /^([a-z0-9]{2,12}): invalid option -- '(.)'$/);
    const call = said?.[1] === undefined ? null : callOf(view, said[1]);
    const known = entryOf(HERE, said?.[1] ?? "") ?? [];
    for (const word of call?.operands ?? []) {
      const here = known.find(([flag]) => flag.test(word.raw))?.[1];
      if (here !== undefined) return { word, here };
    }
    return null;
  },
  repair: ({ word, here }, view) =>
    corrected(replaceWord(view, word, here), `${word.raw} is spelled ${here} on Linux.`),
});
