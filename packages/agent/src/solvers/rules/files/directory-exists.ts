import { insertAfter } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { advice, corrected, rule } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

export const directoryExists = rule({
  name: "directory-exists",
  title: "mkdir on a directory that exists",
  sees(view) {
    const call = callOf(view, "mkdir");
    const path = firstMatch(
      view,
      /^mkdir: cannot create directory ['‘]([^'’]{1,255})['’]: (?:File exists|Not a directory)$/,
    )?.[1];
    return call === null || path === undefined ? null : { call, path };
  },
  async repair({ call, path }, view, ask) {
    const kind = (await ask.entry(path))?.kind;
    if (kind === "file") {
      return advice(
        `${path} is a file, so no directory can have that name. Choose another, or move the file aside: mv ${quotedPath(path)} ${quotedPath(`${path}.old`)}.`,
      );
    }
    if (kind !== "directory") return null;
    return corrected(
      insertAfter(view, call.program, "-p"),
      `${path} exists; mkdir -p accepts that.`,
    );
  },
});
