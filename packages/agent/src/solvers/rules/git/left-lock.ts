import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

export const leftLock = rule({
  name: "git-left-lock",
  title: "Stale git lock file",
  sees(view) {
    const path = firstMatch(
      view,
      /^fatal: Unable to create '([^']{1,300}\.lock)': File exists\.$/,
    )?.[1];
    const [, inside] =
      /(?:^|\/)(\.git\/(?:[\w.-]{1,60}\/){0,6}[\w.-]{1,60}\.lock)$/.exec(path ?? "") ?? [];
    return inside === undefined ? null : { inside };
  },
  async repair({ inside }, _view, ask) {
    // A running git holds its lock for seconds.
    const old = await ask.ask("find", inside, "-maxdepth", "0", "-type", "f", "-mmin", "+1");
    if (old?.trim() !== inside) return null;
    return {
      shell: `rm -f ${quotedPath(inside)}`,
      explanation: `${inside} is a stale lock, left by a git process that was interrupted; this removes it.`,
    };
  },
});
