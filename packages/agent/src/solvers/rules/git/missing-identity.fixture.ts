import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a commit is made on a fresh machine",
    files: { "a.txt": "a\n" },
    setup: "git init -q . && git add a.txt",
    command: "git commit -m 'first'",
    shows: "Please tell me who you are",
    needs: ["git"],
  },
  {
    when: "a clone has commits of somebody already",
    files: { "a.txt": "a\n" },
    setup:
      "git init -q . && git -c user.name=Ada -c user.email=ada@example.org commit -q --allow-empty -m one && git add a.txt",
    command: "git commit -m 'second'",
    shows: "Please tell me who you are",
    needs: ["git"],
  },
];
