/** Uncommitted edits or untracked files that a command would overwrite. */
import { insertAfter } from "../edit-command.ts";
import { advice, corrected, type Rule, rule } from "../rule.ts";
import { hasLine, type View } from "../view.ts";
import { gitCall, gitText } from "./git-call.ts";

const MAX_NAMED = 5;

/** The files that git lists, indented by a tab, after such a line. */
function filesAfter({ lines }: View, said: RegExp): readonly string[] {
  const from = lines.findIndex((line) => said.test(line));
  if (from === -1) return [];
  const files: string[] = [];
  for (const line of lines.slice(from + 1)) {
    const path = /^\t([^\t]{1,250})$/.exec(line)?.[1];
    if (path === undefined) break;
    files.push(path);
  }
  return files;
}

function listed(files: readonly string[]): string {
  const more = files.length - MAX_NAMED;
  return `${files.slice(0, MAX_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

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

const untrackedInTheWay = rule({
  name: "git-untracked-in-the-way",
  title: "Untracked files block the command",
  sees(view) {
    const git = gitCall(view, "checkout", "switch", "merge", "pull", "stash", "rebase");
    const files = filesAfter(
      view,
      /^error: The following untracked working tree files would be overwritten by /,
    );
    return git !== null && files.length > 0 ? { files } : null;
  },
  repair: ({ files }) =>
    advice(
      `${listed(files)}: not tracked here, but the other side has ${files.length === 1 ? "a file" : "files"} of that name, which would overwrite ${files.length === 1 ? "it" : "them"}. Rename or move ${files.length === 1 ? "it" : "them"} first, then run the command again.`,
    ),
});

export const editsInTheWay: readonly Rule[] = [
  changesInTheWay,
  dirtyRebase,
  stashOverEdits,
  untrackedInTheWay,
];
