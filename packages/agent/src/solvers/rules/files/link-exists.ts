import { insertAfter } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

export const linkExists = rule({
  name: "link-exists",
  title: "ln on a link that exists",
  sees(view) {
    const call = callOf(view, "ln");
    const path = firstMatch(
      view,
      /^ln: failed to create symbolic link ['‘]([^'’]{1,255})['’]: File exists$/,
    )?.[1];
    return call === null || path === undefined ? null : { call, path };
  },
  async repair({ call, path }, view, ask) {
    // Only a link is replaced: a file would be lost.
    if ((await ask.entry(path))?.kind !== "link") return null;
    return corrected(
      insertAfter(view, call.program, "-fn"),
      `${path} is a link already; -f replaces it, -n does not follow it.`,
    );
  },
});
