import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "pasted-prompt",
    when: "the dollar sign came along",
    files: { "app.conf": "\n" },
    command: "$ mkdir -p build && cp app.conf build/",
    shows: "$: command not found",
  },
  {
    rule: "typographic",
    when: "the quotes are curly",
    files: { "notes.txt": "to do\n" },
    command: "grep “to do” notes.txt",
    shows: "No such file or directory",
  },
  {
    rule: "typographic",
    when: "the space is a non-breaking one",
    files: { "notes.txt": "to do\n" },
    command: "wc\u00a0-l notes.txt",
    shows: "command not found",
  },
  {
    rule: "typographic",
    when: "the dash is a long one",
    files: { "notes.txt": "to do\n" },
    command: "wc –lines notes.txt",
    shows: "lines: No such file or directory",
  },
];
