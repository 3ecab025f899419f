import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "missing-space",
    when: "the option is stuck to the command",
    command: "ls-la",
    shows: "ls-la: command not found",
  },
  {
    rule: "missing-space",
    when: "the subcommand is stuck to the command",
    setup: "git init -q",
    command: "gitstatus",
    shows: "gitstatus: command not found",
    needs: ["git"],
  },
  {
    rule: "split-option",
    when: "there is a space after the dash",
    files: { a: "" },
    command: "ls - la",
    shows: "cannot access 'la'",
  },
  {
    rule: "split-path",
    when: "there is a space after the directory",
    files: { "docs/guide.md": "# Guide\n", "docs/reference.md": "" },
    command: "cat docs/ guide.md",
    shows: "cat: guide.md: No such file or directory",
  },
  {
    rule: "test-bracket",
    when: "the bracket is stuck to the word",
    command: `[ -n "x"] && echo yes`,
    shows: "missing",
  },
];
