import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "two letters of grep are swapped",
    files: { "notes.txt": "milk\nbread\n" },
    command: "gerp -c bread notes.txt",
    shows: "gerp: command not found",
  },
  {
    when: "the slip is behind a pipe",
    files: { "notes.txt": "b\na\n" },
    command: "set -o pipefail; cat notes.txt | srot",
    shows: "srot: command not found",
  },
  {
    when: "the slip is in the text for another shell",
    files: { "my notes.txt": "b\na\n" },
    command: `bash -c 'set -o pipefail; cat "my notes.txt" | srot'`,
    shows: "srot: command not found",
  },
  {
    when: "the slip is behind env and nohup",
    files: { "notes.txt": "b\na\n" },
    command: "env KIND=text nohup srot notes.txt",
    shows: "nohup: failed to run command 'srot': No such file or directory",
  },
  {
    when: "the slip is in a script of package.json",
    files: {
      "package.json": `{ "name": "x", "version": "1.0.0", "scripts": { "list": "cat \\"a b\\" | srot" } }\n`,
      "a b": "b\na\n",
    },
    command: "npm run list",
    shows: "srot: not found",
    needs: ["npm"],
  },
  {
    when: "the slip is in a recipe",
    files: { Makefile: "SORT = srot\nall:\n\tcat notes.txt | $(SORT) -r\n", "notes.txt": "b\na\n" },
    command: "make",
    shows: "srot: not found",
    needs: ["make"],
  },
  {
    when: "the recipe is not printed, in another directory",
    files: { "sub/Makefile": "all:\n\t@srot notes.txt\n", "sub/notes.txt": "b\na\n" },
    command: "make -C sub",
    shows: "srot: No such file or directory",
    needs: ["make"],
  },
  {
    when: "a line of a script has it",
    files: { "s.sh": "#!/bin/bash\nset -e\necoh start\n" },
    command: "bash s.sh",
    shows: "ecoh: command not found",
    needs: ["bash"],
  },
];
