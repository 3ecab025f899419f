import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "remove-directory",
    when: "the directory is named",
    files: { "build/a.o": "", "buildSrc/b": "" },
    command: "rm build",
    shows: "cannot remove 'build': Is a directory",
  },
  {
    rule: "read-directory",
    when: "it is the only operand",
    files: { "logs/web.log": "started\n" },
    command: "cat logs",
    shows: "cat: logs: Is a directory",
  },
  {
    rule: "link-directory",
    when: "the link is beside it",
    files: { "releases/v2/a": "" },
    command: "ln releases/v2 current",
    shows: "hard link not allowed for directory",
  },
  {
    rule: "write-directory",
    when: "a redirection names it",
    files: { "logs/web.log": "" },
    command: "echo started > logs",
    shows: "logs: Is a directory",
    hints: "logs/output.txt",
  },
  {
    rule: "move-onto-directory",
    when: "a directory of the same name is there",
    files: { "new/assets/logo.svg": "new\n", "assets/logo.svg": "old\n" },
    command: "mv new/assets .",
    shows: "Directory not empty",
    hints: "cp -r new/assets/. assets",
  },
];
