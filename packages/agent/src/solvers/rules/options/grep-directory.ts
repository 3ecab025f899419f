import { insertAfter } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, firstMatch, wordOf } from "../view.ts";

export const grepDirectory = rule({
  name: "grep-directory",
  title: "grep on a directory without -r",
  sees(view) {
    const call = callOf(view, "grep", "egrep", "fgrep");
    const path = firstMatch(view, /^grep: ([^:]{1,250}): Is a directory$/)?.[1];
    if (call === null || path === undefined || wordOf(view, path) === null) return null;
    return { call, path };
  },
  repair: ({ call, path }, view) =>
    corrected(
      insertAfter(view, call.program, "-r"),
      `${path} is a directory; -r searches the files in it.`,
    ),
});
