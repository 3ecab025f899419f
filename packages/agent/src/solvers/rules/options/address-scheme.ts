import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { nearest } from "../nearest.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

const SCHEMES = ["http", "https", "ftp", "ftps", "sftp", "file", "scp"];

export const addressScheme = rule({
  name: "address-scheme",
  title: "The scheme of an address is mistyped",
  sees(view) {
    const typed = firstMatch(
      view,
      /^curl: \(1\) Protocol ["']?([a-z]{2,10})["']? not supported/,
    )?.[1];
    const call = callOf(view, "curl");
    const word = call?.operands.find(({ value }) => value?.startsWith(`${typed}://`));
    const meant = typed === undefined ? null : nearest(typed, SCHEMES);
    return typed === undefined || word?.value == null || meant === null
      ? null
      : { word, meant, rest: word.value.slice(typed.length) };
  },
  repair: ({ word, meant, rest }, view) =>
    corrected(
      replaceWord(view, word, quoteWord(meant + rest)),
      `curl knows no such scheme; ${meant} was meant.`,
    ),
});
