import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "git push is all that was typed",
    setup: `git init -q --bare remote.git && git init -q -b main work && cd work &&
      git -c user.name=Ada -c user.email=ada@example.org commit -q --allow-empty -m one &&
      git remote add origin ../remote.git && git checkout -q -b feature/login`,
    command: "cd work && git push",
    shows: "has no upstream branch",
    needs: ["git"],
  },
];
