import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "the latest commit was checked out by its number",
    setup: `git init -q --bare remote.git && git init -q -b main . &&
      git -c user.name=Ada -c user.email=ada@example.org commit -q --allow-empty -m one &&
      git remote add origin ./remote.git && git push -q -u origin main && git checkout -q --detach`,
    command: "git push",
    shows: "You are not currently on a branch",
    needs: ["git"],
  },
];
