import { insertAfter } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

export const directoryExists = rule({
  name: "directory-exists",
  title: "mkdir on a directory that exists",
  sees(view) {
    const call = callOf(view, "mkdir");
    const path = firstMatch(
      view,
      /^mkdir: cannot create directory ['‘]([^'’]{1,255})['’]: File exists$/,
    )?.[1];
    return call === null || path === undefined ? null : { call, path };
  },
  async repair({ call, path }, view, ask) {
    if ((await ask.entry(path))?.kind !== "directory") return null;
    return corrected(
      insertAfter(view, call.program, "-p"),
      `${path} exists; mkdir -p accepts that.`,
    );
  },
});
