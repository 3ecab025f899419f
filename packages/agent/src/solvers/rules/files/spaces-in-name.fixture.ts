import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a report has a space in its name",
    files: { "annual report.txt": "figures\n" },
    command: "cat annual report.txt",
    shows: "annual: No such file or directory",
  },
  {
    when: "cd is given two words",
    files: { "My Project/a.txt": "a\n" },
    command: "cd My Project && cat a.txt",
    shows: "cd: too many arguments",
  },
  {
    when: "mv cannot stat its pieces",
    files: { "Site Survey.pdf": "x\n", "sent/kept": "" },
    command: "mv Site Survey.pdf sent/",
    shows: "cannot stat 'Site'",
  },
];
