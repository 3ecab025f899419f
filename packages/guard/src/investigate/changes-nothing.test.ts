import { expect, test } from "vitest";
import { changesNothing } from "./changes-nothing.ts";

const WHERE = { directory: "/srv/ada/project", home: "/srv/ada", searchPath: "/usr/bin" };

test.each([
  "ls --all",
  "cat README.md",
  "grep -rn main src | wc -l",
  "git status",
  "git log --oneline -5",
  "git diff HEAD~1 -- src",
  "git branch",
  "git branch -a",
  "git branch --list 'f*'",
  "git tag -l",
  "find . -name '*.ts'",
  "jq .name package.json",
  "head -n 3 notes.txt",
])("%s only reads", (command) => {
  expect(changesNothing(command, WHERE)).toBe(true);
});

test.each([
  "rm notes.txt",
  "ls > list.txt",
  "cat notes.txt | tee copy.txt",
  "find . -name '*.ts' -delete",
  "find . -name '*.ts' -exec rm {} +",
  "find . -name '*.ts' -exec cat {} +",
  "ls | xargs cat",
  "sed -i s/a/b/ notes.txt",
  "sort -o notes.txt notes.txt",
  "git commit -m x",
  "git branch new",
  "git tag v1",
  "git apply patch.diff",
  "git checkout -b new",
  "git stash",
  "git remote update",
  "git ls-remote origin",
  "git -c core.pager=evil log",
  "git -C sub status",
  "git diff --output=notes.txt",
  "python3 --version",
  "npm ls",
  "make -n",
  "cd sub",
  "curl https://example.org",
  "ls; rm notes.txt",
  "cat $(rm notes.txt)",
  "A=b rm notes.txt",
  "cat ~/.ssh/id_ed25519",
])("%s may do more", (command) => {
  expect(changesNothing(command, WHERE)).toBe(false);
});
