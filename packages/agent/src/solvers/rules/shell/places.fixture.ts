import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "directory-as-command",
    when: "a directory is typed alone",
    files: { "scripts/a.sh": "\n" },
    command: "./scripts",
    shows: "Is a directory",
    hints: "cd ./scripts",
  },
  {
    rule: "slash-behind-file",
    when: "a file has a slash behind it",
    files: { "a.txt": "a\n" },
    command: "cat a.txt/",
    shows: "Not a directory",
  },
  {
    rule: "lost-path",
    when: "the rest of PATH is left out",
    command: "export PATH=/opt/tools; ls",
    shows: "not found",
  },
  {
    rule: "history-expansion",
    when: "a text in double quotes has an exclamation mark",
    command: `echo 'bash: !World: event not found' >&2; false "Hello !World" "a !b"`,
    shows: "event not found",
    hints: "single quotes prevent that",
  },
  {
    rule: "windows-path",
    when: "a path is written as in Windows",
    files: { "src/lib/a.c": "\n" },
    command: String.raw`ls src\lib`,
    shows: "srclib",
  },
];
