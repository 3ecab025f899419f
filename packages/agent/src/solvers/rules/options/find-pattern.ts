import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, hasLine } from "../view.ts";

export const findPattern = rule({
  name: "find-pattern",
  title: "Unquoted pattern for find",
  sees(view) {
    const call = callOf(view, "find");
    if (
      call === null ||
      !hasLine(view, /^find: (?:paths must precede expression|possible unquoted pattern)/)
    ) {
      return null;
    }
    const at = call.operands.findIndex(({ raw }) => /^-i?(?:name|path)$/.test(raw));
    const pattern = call.operands[at + 1];
    if (at === -1 || pattern === undefined || !/^[\w.*?/-]{1,100}$/.test(pattern.raw)) return null;
    return /[*?]/.test(pattern.raw) ? { pattern } : null;
  },
  repair: ({ pattern }, view) =>
    corrected(
      replaceWord(view, pattern, quoteWord(pattern.raw)),
      `Without quotes the shell expands ${pattern.raw} before find sees it.`,
    ),
});
