import { expect, test } from "vitest";
import { rawPath } from "../../disk/raw-path.ts";
import type { Change } from "../change.ts";
import { explainedByGit } from "./git-places.ts";

const TREE = "/srv/project";
const places = { workingTree: rawPath(TREE), gitDirectories: [rawPath(`${TREE}/.git`)] };

/** Whether `command` explains changes of these names inside the git directory. */
function isExplained(command: string | null, names: readonly string[]): boolean {
  const changes = names.map((name) => {
    const path = rawPath(name.startsWith("/") ? TREE + name : `${TREE}/.git/${name}`);
    return { path, after: { type: name.endsWith("link") ? "symlink" : "file" } } as Change;
  });
  const explained = explainedByGit(command, changes, places, places.gitDirectories);
  expect([0, names.length], "all or none").toContain(explained.size);
  return explained.size > 0;
}

const COMMITTED = ["index", "objects/ab/cdef", "refs/heads/main", "logs/HEAD", "COMMIT_EDITMSG"];

test.each([
  { command: "git commit -m 'a; b && c'", names: COMMITTED, is: true },
  { command: 'git --no-pager commit -m "plain words"', names: COMMITTED, is: true },
  { command: "git add a.txt && git commit -m x", names: COMMITTED, is: true },
  { command: "git stash push -q -m 'set aside'", names: ["refs/stash", "index"], is: true },
  { command: "git tag v1", names: ["refs/tags/v1"], is: true },
  { command: "git gc", names: ["packed-refs", "objects/pack/pack-1.idx"], is: true },
  { command: "git config user.name 'A B'", names: ["config"], is: true },
])("$command does what it does", ({ command, names, is }) => {
  expect(isExplained(command, names)).toBe(is);
});

test.each([
  { why: "another program made them", command: "make", names: COMMITTED },
  { why: "a stranger's command made them", command: null, names: COMMITTED },
  { why: "git was not alone", command: "git add x; sh evil", names: ["index"] },
  { why: "git was not alone", command: "git add x && sh evil", names: ["index"] },
  { why: "git was not alone", command: "git add $(evil)", names: ["index"] },
  { why: "git was not alone", command: "git add x\nevil", names: ["index"] },
  { why: "it had other settings", command: "git -c core.pager=x add x", names: ["index"] },
  { why: "it ran elsewhere", command: "git -C sub add x", names: ["index"] },
  { why: "it had other surroundings", command: "GIT_DIR=x git add x", names: ["index"] },
  { why: "the command is not known", command: "git evil", names: ["index"] },
  {
    why: "tags are not what it does",
    command: "git commit -m x",
    names: [...COMMITTED, "refs/tags/v1"],
  },
  {
    why: "a branch is not what it does",
    command: "git status",
    names: ["index", "refs/heads/main"],
  },
  { why: "hooks are nobody's", command: "git commit -m x", names: ["hooks/pre-commit"] },
  { why: "alternates are nobody's", command: "git gc", names: ["objects/info/alternates"] },
  { why: "settings are not what it does", command: "git checkout -b x", names: ["config"] },
  { why: "the setting can name a program", command: "git config core.pager x", names: ["config"] },
  { why: "the setting is hidden", command: "git config 'alias.x' x", names: ["config"] },
  { why: "a link is no ref", command: "git commit -m x", names: ["refs/heads/link"] },
  { why: "it is another repository", command: "git commit -m x", names: ["/sub/.git/index"] },
  {
    why: "one repository of two is another",
    command: "git add x",
    names: ["index", "/sub/.git/index"],
  },
])("$command is asked about $names: $why", ({ command, names }) => {
  expect(isExplained(command, names)).toBe(false);
});
