/** Uncommitted edits that a command would overwrite. */
import { insertAfter } from "../edit-command.ts";
import { advice, corrected, type Rule, rule } from "../rule.ts";
import { hasLine } from "../view.ts";
import { gitCall, gitText } from "./git-call.ts";
import { filesAfter, listed } from "./listed-files.ts";

const OVERWRITTEN =
  /^error: Your local changes to the following files would be overwritten by (?:checkout|merge)/;

const changesInTheWay = rule({
  name: "git-changes-in-the-way",
  title: "Uncommitted changes block the command",
  sees(view) {
    const git = gitCall(view, "checkout", "switch", "merge", "pull");
    return git !== null && hasLine(view, OVERWRITTEN) ? { git } : null;
  },
  repair: ({ git }) => ({
    shell: gitText(git, "stash push -q -m 'set aside by fix'"),
    explanation:
      'The uncommitted changes would be overwritten, so they are set aside; "git stash pop" brings them back.',
  }),
});

const dirtyRebase = rule({
  name: "git-dirty-rebase",
  title: "A rebase with uncommitted edits",
  sees(view) {
    const git = gitCall(view, "rebase", "pull");
    const isDirty = hasLine(
      view,
      /^error: cannot (?:pull with rebase|rebase): (?:You have unstaged|Your index contains uncommitted) changes/,
    );
    const isOpen = hasLine(view, /^.{1,250}: needs merge$/);
    return git !== null && isDirty && !isOpen ? { git } : null;
  },
  repair: ({ git }, view) =>
    corrected(
      insertAfter(view, git.verb, "--autostash"),
      "There are uncommitted edits; --autostash sets them aside and puts them back afterwards. Should they no longer fit, they stay in git stash list.",
    ),
});

const stashOverEdits = rule({
  name: "git-stash-over-edits",
  title: "A stash that does not fit over the edits",
  sees(view) {
    const git = gitCall(view, "stash");
    const files = filesAfter(view, OVERWRITTEN);
    return git !== null && files.length > 0 ? { files } : null;
  },
  repair: ({ files }, view) =>
    advice(
      `${listed(files)} ${files.length === 1 ? "has" : "have"} edits that are not committed, and the stash changes the same ${files.length === 1 ? "file" : "files"}. Commit them first, then run ${view.command} again. The stash is kept.`,
    ),
});

export const editsInTheWay: readonly Rule[] = [changesInTheWay, dirtyRebase, stashOverEdits];
