import { insertAfter } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

export const copyDirectory = rule({
  name: "copy-directory",
  title: "cp on a directory without -r",
  sees(view) {
    const call = callOf(view, "cp");
    const path = firstMatch(
      view,
      /^cp: (?:-r not specified; )?omitting directory ['‘]([^'’]{1,255})['’]$/,
    )?.[1];
    return call === null || path === undefined ? null : { call, path };
  },
  repair: ({ call, path }, view) =>
    corrected(
      insertAfter(view, call.program, "-r"),
      `${path} is a directory; cp copies directories only with -r.`,
    ),
});
