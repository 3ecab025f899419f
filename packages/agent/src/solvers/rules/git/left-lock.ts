import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

export const leftLock = rule({
  name: "git-left-lock",
  title: "A git that crashed left its lock behind",
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
    // A lock that a running git holds is seconds old; what is older was left behind.
    const old = await ask.ask("find", inside, "-maxdepth", "0", "-type", "f", "-mmin", "+1");
    if (old?.trim() !== inside) return null;
    return {
      shell: `rm -f ${quotedPath(inside)}`,
      explanation: `${inside} was left behind by a git that did not end; it has not been touched for a while.`,
    };
  },
});
