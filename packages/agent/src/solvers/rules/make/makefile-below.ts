import { insertAfter } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, firstMatch, hasLine } from "../view.ts";

const NO_RULE = /^make: \*\*\* No rule to make target [`'‘]([\w.-]{1,60})['’]\. {2}Stop/;

export const makefileBelow = rule({
  name: "makefile-below",
  title: "The makefile is in another directory or has another name",
  sees(view) {
    const call = callOf(view, "make");
    const isMissing = hasLine(view, /^make: \*\*\* No targets specified and no makefile found\./);
    const asked = firstMatch(view, NO_RULE)?.[1];
    const isAsked = call?.operands.some(({ value }) => value === asked) ?? false;
    return call !== null && (isMissing || isAsked) ? { call } : null;
  },
  async repair({ call }, view, ask) {
    const found = await ask.find(/^(?:GNUm|[Mm])akefile$|^[Mm]akefile\.[^/]{1,60}$|\.mk$/);
    if (found.some((path) => /^(?:GNUm|[Mm])akefile$/.test(path))) return null;
    const here = found.filter((path) => !path.includes("/"));
    const [file] = here;
    if (file !== undefined && here.length === 1) {
      return corrected(
        insertAfter(view, call.program, `-f ${quotedPath(file)}`),
        `make reads ${file} only with -f.`,
      );
    }
    const below = found.filter((path) => /\/(?:GNUm|[Mm])akefile$/.test(path));
    const [only] = below;
    if (only === undefined || here.length > 0 || below.length !== 1) return null;
    const directory = only.slice(0, only.lastIndexOf("/"));
    return corrected(
      insertAfter(view, call.program, `-C ${quotedPath(directory)}`),
      `There is no makefile here; the only one is in ${directory}.`,
    );
  },
});
