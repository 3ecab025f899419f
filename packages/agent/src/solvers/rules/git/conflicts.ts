/** Merges, rebases, cherry-picks and reverts that stopped half-way, or cannot start. */
import { insertAfter } from "../edit-command.ts";
import type { Investigator } from "../investigator.ts";
import { named } from "../named.ts";
import { quotedPath } from "../quote.ts";
import { advice, corrected, type Rule, rule } from "../rule.ts";
import { hasLine, type View } from "../view.ts";
import { askGit, fromStart, type GitCall, gitCall, gitText, hasFlag, linesOf } from "./git-call.ts";

const MAX_FILES = 20;
const UNMERGED = [
  /^error: [\w-]{3,20} is not possible because you have unmerged files\.$/,
  /^error: you need to resolve your current index first$/,
  /^You must edit all merge conflicts and then$/,
  /^.{1,250}: needs merge$/,
];

const unfinishedMerge = rule({
  name: "git-unfinished-merge",
  title: "A resolved merge was not committed",
  sees(view) {
    const git = gitCall(view);
    const isOpen = hasLine(view, /You have not concluded your merge \(MERGE_HEAD exists\)/);
    return git !== null && isOpen ? { git } : null;
  },
  repair: ({ git }, view) =>
    git.verb.value === "pull"
      ? advice(
          `A merge is not finished: its conflicts are resolved, and it is not committed. Finish it with git commit, or give it up with git merge --abort; then run ${view.command} again.`,
        )
      : {
          shell: gitText(git, "commit -q --no-edit"),
          explanation: "The conflicts are resolved; this commits the merge.",
        },
});

const unmergedFiles = rule({
  name: "git-unmerged-files",
  title: "Conflicts are not resolved",
  sees(view) {
    const git = gitCall(view);
    return git !== null && hasLine(view, ...UNMERGED) ? { git } : null;
  },
  async repair({ git }, view, ask) {
    const unmerged = await unmergedIn(git, view, ask);
    if (unmerged.length === 0 || unmerged.length > MAX_FILES) return null;
    const here = unmerged.map((path) => fromStart(git, path));
    const marks = await conflictMarks(here, ask);
    if (marks === null) return null;
    if (marks.length > 0) {
      const finish = await finishOf(git, ask);
      return advice(
        `Conflicts are open, marked by <<<<<<<: ${marks.join(", ")}. Edit what is between the marks, git add the file, ${finish}then run ${view.command} again.`,
      );
    }
    return {
      shell: `git add -- ${here.map(quotedPath).join(" ")}`,
      explanation: `No conflicts are left in ${unmerged.join(", ")}; this marks them as resolved.`,
    };
  },
});

const STATES: readonly (readonly [file: string, what: string, command: string])[] = [
  ["rebase-merge", "rebase", "git rebase --continue"],
  ["rebase-apply", "rebase", "git rebase --continue"],
  ["MERGE_HEAD", "merge", "git commit"],
  ["CHERRY_PICK_HEAD", "cherry-pick", "git cherry-pick --continue"],
  ["REVERT_HEAD", "revert", "git revert --continue"],
];

/** What ends the operation that left the conflicts, unless the command itself does. */
async function finishOf(git: GitCall, ask: Investigator): Promise<string> {
  if (git.verb.value === "commit" || hasFlag(git, "--continue")) return "";
  const paths = STATES.map(([file]) => fromStart(git, `.git/${file}`));
  const there = await ask.existing(...paths);
  const [, what, command] = STATES.find((_, at) => there.includes(paths[at] ?? "")) ?? [];
  return what === undefined ? "" : `and finish the ${what} with ${command}; `;
}

async function unmergedIn(git: GitCall, view: View, ask: Investigator): Promise<readonly string[]> {
  const said = view.lines.flatMap(
    (line) => /^(?:U\t([^\t"]{1,250})|([^\t":]{1,250}): needs merge)$/.exec(line)?.slice(1) ?? [],
  );
  const named = said.filter((path) => path !== undefined && path !== "");
  if (named.length > 0) return named;
  const output = await askGit(git, ask, "diff", "--name-only", "--diff-filter=U");
  return linesOf(output).filter((path) => !path.startsWith('"'));
}

/** Where the conflicts are, as `file line 3`; null if that cannot be read. */
async function conflictMarks(
  paths: readonly string[],
  ask: Investigator,
): Promise<readonly string[] | null> {
  const operands = paths.map((path) => (path.startsWith("/") ? path : `./${path}`));
  const output = await ask.ask("grep", "-nHE", "^<{7}( |$)|^={7}$", ...operands);
  if (output === null) return null;
  return linesOf(output).flatMap((line) => {
    const [, path, number, mark] = /^(?:\.\/)?(.{1,250}?):(\d{1,7}):([<=])/.exec(line) ?? [];
    return path === undefined || mark === "=" ? [] : [`${path} line ${number}`];
  });
}

const newConflict = rule({
  name: "git-new-conflict",
  title: "A merge that stopped at conflicts",
  sees(view) {
    const git = gitCall(view, "merge", "pull", "rebase", "cherry-pick", "revert", "stash", "am");
    const files = view.lines.flatMap(
      (line) => /^CONFLICT \([^)]{1,40}\): Merge conflict in (.{1,250})$/.exec(line)?.[1] ?? [],
    );
    return git !== null && files.length > 0 ? { verb: git.verb.value ?? "", files } : null;
  },
  repair({ verb, files }) {
    const names = [...new Set(files)].slice(0, MAX_FILES).join(", ");
    const next = verb === "merge" || verb === "pull" ? "git commit" : `git ${verb} --continue`;
    const end =
      verb === "stash"
        ? "git add them; the stash is kept until you drop it"
        : `git add them and finish with ${next}; git ${verb === "pull" ? "merge" : verb} --abort goes back to where you were`;
    return advice(
      `Both sides changed the same lines of ${names}. Edit what is between <<<<<<< and >>>>>>>, then ${end}.`,
    );
  },
});

const revertedMerge = rule({
  name: "git-revert-merge",
  title: "A merge is reverted or picked",
  sees(view) {
    const git = gitCall(view, "revert", "cherry-pick");
    const isMerge = hasLine(
      view,
      /^error: commit [0-9a-f]{7,64} is a merge but no -m option was given\.$/,
    );
    return git !== null && isMerge ? { git } : null;
  },
  repair: ({ git }, view) =>
    corrected(
      insertAfter(view, git.verb, "-m 1"),
      git.verb.value === "revert"
        ? "The commit is a merge; -m 1 keeps the branch that was merged into and takes back what came in."
        : "The commit is a merge; -m 1 takes what it brought into its first parent.",
    ),
});

const stopped = named({
  name: "git-in-progress",
  title: "Another operation of git is not finished, or none is",
  isAbout: (view) => gitCall(view) !== null,
  cases: [
    {
      says: /^fatal: It seems that there is already a rebase-(?:merge|apply) directory/,
      tells: () =>
        "A rebase is in progress. Finish it with git rebase --continue, or go back with git rebase --abort, before you start another.",
    },
    {
      says: /^fatal: cannot switch branch while (merg|rebas|cherry-pick|revert)ing$/,
      tells([, stem = ""]) {
        const what = /^(?:merg|rebas)$/.test(stem) ? `${stem}e` : stem;
        const finish = what === "merge" ? "git commit" : `git ${what} --continue`;
        return `A ${what} is in progress. Finish it with ${finish}, or give it up with git ${what} --abort; then switch.`;
      },
    },
    {
      says: /^error: (?:a )?(cherry-pick|revert) is already in progress/,
      tells: ([, what]) =>
        `A ${what} is in progress. Finish it with git ${what} --continue, or go back with git ${what} --abort.`,
    },
    {
      says: /^fatal: You have not concluded your cherry-pick \(CHERRY_PICK_HEAD exists\)/,
      tells: () =>
        "A cherry-pick is in progress. Finish it with git cherry-pick --continue, or go back with git cherry-pick --abort.",
    },
    {
      says: /^fatal: (?:No rebase in progress\?|There is no merge to abort|no rebase in progress)/,
      tells: () => "No rebase or merge is in progress, so there is nothing to continue or abort.",
    },
    {
      says: /^error: no cherry-pick or revert in progress$/,
      tells: () => "No cherry-pick or revert is in progress.",
    },
    {
      says: /^error: patch failed: ([^\n:]{1,200}):(\d{1,7})$/,
      tells: ([, file, line]) =>
        `The patch does not fit ${file} at line ${line}: the file has changed since, or the patch is applied already. git apply --3way merges it and leaves marks where it conflicts.`,
    },
    {
      says: /^The previous cherry-pick is now empty/,
      tells: () =>
        "The commit changes nothing here: its changes are on this branch already. git cherry-pick --skip goes on without it.",
    },
    {
      says: /^You need to start by "git bisect start"/,
      tells: () =>
        "No bisect is running. Start one: git bisect start, then git bisect bad, and git bisect good COMMIT with one that worked.",
    },
    {
      says: /^No stash entries found\.$/,
      tells: () => "Nothing is stashed in this repository: git stash list is empty.",
    },
    {
      says: /^(?:error|fatal): (?:log for 'stash' only has (\d{1,5}) entries|stash@\{\d{1,5}\} is not a valid reference)/,
      tells: () => "There is no such stash entry; git stash list shows which there are.",
    },
  ],
});

export const conflicts: readonly Rule[] = [
  unfinishedMerge,
  unmergedFiles,
  newConflict,
  revertedMerge,
  stopped,
];
