import type { Fixture } from "../test/fixture.ts";
import { DIVERGED, ONE_COMMIT } from "../test/git-setup.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "git-no-tracking",
    when: "the branch was pushed by its name",
    setup: `git init -q --bare remote.git && ${ONE_COMMIT} && git remote add origin ./remote.git && git push -q origin main`,
    command: "git pull",
    shows: "There is no tracking information",
    needs: ["git"],
  },
  {
    rule: "git-diverged-pull",
    when: "both sides have commits",
    setup: DIVERGED,
    command: "cd work && git pull -q",
    shows: "Need to specify how to reconcile divergent branches",
    needs: ["git"],
  },
  {
    rule: "git-not-fast-forward",
    when: "the settings say so",
    setup: `${DIVERGED} && git config pull.ff only`,
    command: "git -C work pull -q",
    shows: "Not possible to fast-forward",
    needs: ["git"],
  },
  {
    rule: "git-unrelated-histories",
    when: "a repository was started twice",
    setup: `${ONE_COMMIT} && git checkout -q --orphan other && git commit -q --allow-empty -m other`,
    command: "git merge main",
    shows: "refusing to merge unrelated histories",
    hints: "git merge --allow-unrelated-histories main",
    needs: ["git"],
  },
];
