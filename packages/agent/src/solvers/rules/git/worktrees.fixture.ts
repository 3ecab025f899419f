import type { Fixture } from "../test/fixture.ts";
import { COMMITTED, ONE_COMMIT } from "../test/git-setup.ts";

const MODULES = '[submodule "lib"]\n\tpath = lib\n\turl = https://git.example.com/lib.git\n';

export const fixtures: readonly Fixture[] = [
  {
    rule: "git-stale-worktree",
    when: "its directory was deleted",
    setup: `${ONE_COMMIT} && git worktree add -q w -b fix && rm -r w`,
    command: "git worktree add w fix",
    shows: "missing but already registered",
    needs: ["git"],
  },
  {
    rule: "git-worktree-refused",
    when: "it has changes",
    setup: `${ONE_COMMIT} && git worktree add -q w -b fix && echo x > w/new.txt`,
    command: "git worktree remove w",
    shows: "contains modified or untracked files",
    hints: "git -C w status",
    needs: ["git"],
  },
  {
    rule: "git-worktree-refused",
    when: "the directory is taken",
    files: { "w/a": "a\n" },
    setup: `${COMMITTED} && git branch fix`,
    command: "git worktree add w fix",
    shows: "already exists",
    hints: "another path",
    needs: ["git"],
  },
  {
    rule: "git-submodule-from-file",
    when: "the other repository is beside",
    setup: `git init -q lib && ${ONE_COMMIT}`,
    command: 'git submodule add "$PWD/lib" vendor/lib',
    shows: "transport 'file' not allowed",
    hints: "Look at the paths in .gitmodules",
    needs: ["git"],
  },
  {
    rule: "git-submodule-path",
    when: "its path is another one",
    files: { ".gitmodules": MODULES },
    setup: COMMITTED,
    command: "git submodule update --init libs",
    shows: "pathspec 'libs' did not match",
    hints: "There is no submodule libs; .gitmodules has lib.",
    needs: ["git"],
  },
  {
    rule: "git-empty-submodule",
    when: "a fresh clone has only its directory",
    files: { ".gitmodules": MODULES },
    setup: `${COMMITTED} && mkdir lib`,
    command: "cat lib/README.md",
    shows: "lib/README.md: No such file or directory",
    hints: "git submodule update --init",
    needs: ["git"],
  },
  {
    rule: "git-nested-repository",
    when: "a directory has a repository of its own",
    setup: `${ONE_COMMIT} && git init -q tool`,
    command: "git add tool",
    shows: "does not have a commit checked out",
    hints: "tool is a git repository of its own",
    needs: ["git"],
  },
];
