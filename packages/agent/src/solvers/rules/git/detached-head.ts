import { rule } from "../rule.ts";
import { hasLine } from "../view.ts";
import { gitCall } from "./git-call.ts";

/** Nothing is lost: the branch ends in the commit that is checked out. */
const BACK =
  "git checkout -q \"$(git for-each-ref --points-at HEAD --count=1 --format='%(refname:short)' refs/heads)\" --";

export const detachedHead = rule({
  name: "git-detached-head",
  title: "HEAD is detached",
  sees(view) {
    const isOff = hasLine(view, /^(?:fatal: )?You are not currently on a branch\.$/);
    return isOff && gitCall(view, "push", "pull") !== null ? {} : null;
  },
  async repair(_facts, _view, ask) {
    const found = await ask.ask("find", ".git/refs/heads", "-type", "f");
    if (!found?.startsWith(".git/")) return null;
    return {
      shell: BACK,
      explanation: "HEAD is detached; this switches to the branch that ends in the same commit.",
    };
  },
});
