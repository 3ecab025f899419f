import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "split-names",
    when: "a file has a space in its name",
    files: { "my report.log": "x\n" },
    command: "find . -name '*.log' | xargs cat",
    shows: "cat: ./my: No such file or directory",
  },
  {
    rule: "windows-list",
    when: "a loop reads it",
    files: { "list.txt": "a.txt\r\nb.txt\r\n", "a.txt": "1\n", "b.txt": "2\n" },
    command: 'while read f; do cat "$f" || exit 1; done < list.txt',
    shows: "No such file or directory",
    needs: ["bash"],
  },
];
