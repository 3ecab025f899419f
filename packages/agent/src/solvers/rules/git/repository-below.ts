import { insertAfter } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, hasLine } from "../view.ts";

export const repositoryBelow = rule({
  name: "git-repository-below",
  title: "git runs outside the repository",
  sees(view) {
    const call = callOf(view, "git");
    const isOutside = hasLine(view, /^fatal: not a git repository \(or any /);
    return call !== null && isOutside ? { call } : null;
  },
  async repair({ call }, view, ask) {
    const output = await ask.ask("find", ".", "-maxdepth", "3", "-name", ".git", "-prune");
    const found = (output ?? "").split("\n").filter((line) => line.endsWith("/.git"));
    const [only] = found;
    if (only === undefined || found.length !== 1) return null;
    const directory = only.slice(2, -"/.git".length);
    return corrected(
      insertAfter(view, call.program, `-C ${quotedPath(directory)}`),
      `This directory is not in a repository; the only repository below it is ${directory}.`,
    );
  },
});
