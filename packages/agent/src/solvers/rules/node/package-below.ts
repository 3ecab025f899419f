import { insertAfter } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, hasLine } from "../view.ts";

export const packageBelow = rule({
  name: "package-below",
  title: "npm runs outside the package",
  sees(view) {
    const call = callOf(view, "npm");
    const isMissing = hasLine(view, /enoent Could not read package\.json: Error: ENOENT/);
    return call !== null && isMissing ? { call } : null;
  },
  async repair({ call }, view, ask) {
    const found = await ask.find(["package.json"]);
    const [path] = found;
    if (path === undefined || found.length !== 1 || !path.includes("/")) return null;
    const directory = path.slice(0, path.lastIndexOf("/"));
    return corrected(
      insertAfter(view, call.program, `--prefix ${quotedPath(directory)}`),
      `There is no package.json here; the only one is in ${directory}.`,
    );
  },
});
