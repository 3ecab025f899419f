import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a cloned project moves to an address of one's own",
    setup: "git init -q . && git remote add origin ../old.git",
    command: "git remote add origin ../new.git",
    shows: "remote origin already exists",
    needs: ["git"],
  },
];
