import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "both sides have commits",
    setup: `git init -q --bare -b main remote.git && git init -q -b main work && cd work
git config user.name Ada && git config user.email ada@example.org && git commit -q --allow-empty -m one
git remote add origin ../remote.git && git push -q -u origin main && git clone -q ../remote.git ../other && cd ../other
git config user.name Bob && git config user.email bob@example.org && git commit -q --allow-empty -m two && git push -q
cd ../work && git commit -q --allow-empty -m three`,
    command: "cd work && git pull -q",
    shows: "Need to specify how to reconcile divergent branches",
    needs: ["git"],
  },
];
