/** Worktrees and submodules. */
import { named } from "../named.ts";
import { quotedPath } from "../quote.ts";
import { advice, corrected, type Rule, rule, unproved } from "../rule.ts";
import { firstMatch, hasLine } from "../view.ts";
import { gitCall, linesOf } from "./git-call.ts";

const staleWorktree = rule({
  name: "git-stale-worktree",
  title: "A deleted worktree is still registered",
  sees(view) {
    const git = gitCall(view, "worktree");
    const path = firstMatch(
      view,
      /^fatal: '([^'\n]{1,250})' is a missing but already registered worktree;/,
    )?.[1];
    return git === null || path === undefined || view.isArgument ? null : { path };
  },
  repair: ({ path }, view) =>
    corrected(
      `git worktree prune && ${view.command}`,
      `The worktree ${path} was deleted without git worktree remove, so git still has it on its list; git worktree prune forgets those that are gone.`,
    ),
});

const worktrees = named({
  name: "git-worktree-refused",
  title: "git worktree refuses",
  isAbout: (view) => gitCall(view, "worktree") !== null,
  cases: [
    {
      says: /^fatal: '([^'\n]{1,250})' already exists$/,
      tells: ([, path = ""]) =>
        `There is a directory ${path} already, with something in it. Give the worktree another path; git worktree list shows those there are.`,
    },
    {
      says: /^fatal: '([^'\n]{1,250})' contains modified or untracked files, use --force to delete it$/,
      tells: ([, path = ""]) =>
        `The worktree ${path} has changes that are not committed: git -C ${quotedPath(path)} status shows them. Commit or move them first; --force would delete them.`,
    },
    {
      says: /^fatal: '([^'\n]{1,250})' is not a working tree$/,
      tells: ([, path = ""]) =>
        `${path} is not a worktree of this repository; git worktree list shows their paths.`,
    },
    {
      says: /^fatal: '([^'\n]{1,250})' is a main working tree$/,
      tells: ([, path = ""]) => `${path} is the main worktree, which cannot be removed or moved.`,
    },
  ],
});

const submoduleFromFile = rule({
  name: "git-submodule-from-file",
  title: "A submodule from a path of this machine",
  sees: (view) =>
    gitCall(view, "submodule") !== null && hasLine(view, /^fatal: transport 'file' not allowed$/)
      ? {}
      : null,
  repair: () =>
    advice(
      "git takes submodules from paths of this machine only if it is told to, because .gitmodules could name a repository that somebody else prepared. Look at the paths in .gitmodules; if they are yours, allow them for this one command: git -c protocol.file.allow=always submodule …",
    ),
});

const submodulePath = rule({
  name: "git-submodule-path",
  title: "There is no such submodule",
  sees(view) {
    const git = gitCall(view, "submodule");
    const typed = firstMatch(
      view,
      /^(?:error|fatal): (?:pathspec|no submodule mapping found in \.gitmodules for path) '([^'\n]{1,200})'/,
    )?.[1];
    const word = git?.operands.find(({ value }) => value === typed);
    return git === null || typed === undefined || word === undefined ? null : { typed, git };
  },
  async repair({ typed }, _view, ask) {
    const text = await ask.read(".gitmodules");
    const paths = [...(text ?? "").matchAll(/^\s*path\s*=\s*(\S{1,200})\s*$/gm)].map(
      ([, path = ""]) => path,
    );
    return {
      explanation:
        paths.length === 0
          ? `${typed} is not a submodule: this repository has none (no path in .gitmodules).`
          : `There is no submodule ${typed}; .gitmodules has ${paths.slice(0, 8).join(", ")}.`,
    };
  },
});

/** A file is missing below a directory that a submodule fills. */
const emptySubmodule = rule({
  name: "git-empty-submodule",
  title: "A submodule was not fetched",
  sees(view) {
    const path = firstMatch(
      view,
      /(?:^|[\s'"(])((?:[\w.+-]{1,60}\/){1,8}[\w.+-]{0,80})['"]?: No such file or directory/,
      /No such file or directory: '((?:[\w.+-]{1,60}\/){1,8}[\w.+-]{0,80})'/,
      /no such file or directory, open '(?:\.\/)?((?:[\w.+-]{1,60}\/){1,8}[\w.+-]{0,80})'/,
    )?.[1];
    return path === undefined ? null : { path };
  },
  async repair({ path }, _view, ask) {
    const text = await ask.read(".gitmodules");
    const modules = [...(text ?? "").matchAll(/^\s*path\s*=\s*(\S{1,200})\s*$/gm)];
    const module = modules.map(([, one = ""]) => one).find((one) => path.startsWith(`${one}/`));
    if (module === undefined || (await ask.list(module)).length > 0) return null;
    const inside = await ask.ask("find", module, "-maxdepth", "1");
    if (inside === null || linesOf(inside).length > 1) return null;
    return unproved(
      "git submodule update --init",
      "it needs the repository of the submodule",
      `${module} is a submodule that was not fetched yet, so it is empty; git submodule update --init fetches it.`,
    );
  },
});

const nestedEmpty = named({
  name: "git-nested-repository",
  title: "A repository inside the repository",
  isAbout: (view) => gitCall(view, "add", "commit") !== null,
  cases: [
    {
      says: /^error: '([^'\n]{1,200})\/' does not have a commit checked out$/,
      tells: ([, path = ""]) =>
        /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(path)
          ? null
          : `${path} is a git repository of its own and has no commit. If it is part of this project, its own .git does not belong there; if not, add ${path}/ to .gitignore.`,
    },
  ],
});

export const gitWorktrees: readonly Rule[] = [
  staleWorktree,
  worktrees,
  submoduleFromFile,
  submodulePath,
  emptySubmodule,
  nestedEmpty,
];
