import type { Fixture } from "../test/fixture.ts";

const ONE = "git -c user.name=Ada -c user.email=ada@example.org commit -q --allow-empty -m one";

export const fixtures: readonly Fixture[] = [
  {
    when: "a branch is mistyped",
    setup: `git init -q -b main . && ${ONE} && git branch feature/search`,
    command: "git checkout feature/serach",
    shows: "did not match any file(s) known to git",
    needs: ["git"],
  },
  {
    when: "main is still called master",
    setup: `git init -q --bare remote.git && git init -q -b master . && ${ONE} && git remote add origin ./remote.git`,
    command: "git push origin main",
    shows: "src refspec main does not match any",
    needs: ["git"],
  },
  {
    when: "packed branches are searched too",
    setup: `git init -q -b main . && ${ONE} && git branch release && git pack-refs --all`,
    command: "git switch relaese",
    shows: "invalid reference: relaese",
    needs: ["git"],
  },
];
