import type { Fixture } from "../test/fixture.ts";

const CONFLICT = `git init -q -b main . && git config user.name Ada && git config user.email ada@example.org
git add a.txt && git commit -q -m one && git checkout -q -b feature && echo f > a.txt && git commit -q -a -m f
git checkout -q main && echo m > a.txt && git commit -q -a -m m && ! git merge -q feature >/dev/null && echo both > a.txt`;

export const fixtures: readonly Fixture[] = [
  {
    when: "the resolved file was not added",
    files: { "a.txt": "a\n" },
    setup: CONFLICT,
    command: "git commit -m merged",
    shows: "you have unmerged files",
    needs: ["git"],
  },
  {
    when: "the merge was never committed",
    files: { "a.txt": "a\n" },
    setup: `${CONFLICT} && git add a.txt`,
    command: "git merge feature",
    shows: "You have not concluded your merge",
    needs: ["git"],
  },
];
