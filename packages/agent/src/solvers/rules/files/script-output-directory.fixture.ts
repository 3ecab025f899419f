import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "bash redirects in a script that stops at errors",
    files: { "build.sh": "set -e\necho started > build/logs/today.log\necho done\n" },
    command: "bash build.sh",
    shows: "build.sh: line 2: build/logs/today.log: No such file or directory",
  },
  {
    when: "a script copies into it",
    files: { "build.sh": "set -e\ncp build.sh build/logs/\n" },
    command: "sh build.sh",
    shows: "cannot create regular file 'build/logs/'",
  },
  {
    when: "make redirects into it",
    files: { Makefile: "all:\n\techo done > out/x/last.txt\n" },
    command: "make",
    shows: "out/x/last.txt",
    needs: ["make"],
  },
];
