import { quoteWord } from "@bazaar/work";
import { insertAfter } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

export const dubiousOwnership = rule({
  name: "git-dubious-ownership",
  title: "The repository belongs to another user",
  sees(view) {
    const call = callOf(view, "git");
    const path = firstMatch(
      view,
      /^fatal: detected dubious ownership in repository at '([^'\n]{1,300})'$/,
    )?.[1];
    return call === null || path === undefined || path === "*" ? null : { call, path };
  },
  repair: ({ call, path }, view) =>
    corrected(
      insertAfter(view, call.program, `-c ${quoteWord(`safe.directory=${path}`)}`),
      `${path} belongs to another user; this marks it as safe for this one command.`,
    ),
});
