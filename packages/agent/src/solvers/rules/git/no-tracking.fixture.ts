import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "the branch was pushed by its name",
    setup: `git init -q --bare remote.git && git init -q -b main . &&
      git -c user.name=Ada -c user.email=ada@example.org commit -q --allow-empty -m one &&
      git remote add origin ./remote.git && git push -q origin main`,
    command: "git pull",
    shows: "There is no tracking information",
    needs: ["git"],
  },
];
