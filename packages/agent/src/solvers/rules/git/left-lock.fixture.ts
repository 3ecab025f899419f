import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "the index is locked",
    files: { "a.txt": "a\n" },
    setup: "git init -q . && touch -d '1 hour ago' .git/index.lock",
    command: "git add a.txt",
    shows: "index.lock': File exists",
    needs: ["git"],
  },
];
