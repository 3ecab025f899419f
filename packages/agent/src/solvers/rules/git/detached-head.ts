import { rule } from "../rule.ts";
import { hasLine } from "../view.ts";
import { gitCall } from "./git-call.ts";

/** Nothing is lost: it goes to a branch whose last commit is the one checked out. */
const BACK =
  "git checkout -q \"$(git for-each-ref --points-at HEAD --count=1 --format='%(refname:short)' refs/heads)\" --";

export const detachedHead = rule({
  name: "git-detached-head",
  title: "A commit is checked out instead of a branch",
  sees(view) {
    const isOff = hasLine(view, /^(?:fatal: )?You are not currently on a branch\.$/);
    return isOff && gitCall(view, "push", "pull") !== null ? {} : null;
  },
  async repair(_facts, _view, ask) {
    const found = await ask.ask("find", ".git/refs/heads", "-type", "f");
    if (!found?.startsWith(".git/")) return null;
    return {
      shell: BACK,
      explanation: "A commit was checked out by itself; this goes back to the branch it ends.",
    };
  },
});
