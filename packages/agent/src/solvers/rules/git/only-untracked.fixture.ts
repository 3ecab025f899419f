import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "the files of a new project",
    files: { "main.py": "print(1)\n", "docs/read me.txt": "read\n" },
    setup: "git init -q . && git config user.name Ada && git config user.email ada@example.org",
    command: "git commit -m 'first'",
    shows: "nothing added to commit but untracked files present",
    needs: ["git"],
  },
];
