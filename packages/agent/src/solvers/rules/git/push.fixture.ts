import type { Fixture } from "../test/fixture.ts";
import { DIVERGED, IDENTITY, ONE_COMMIT } from "../test/git-setup.ts";

const REMOTE = `git init -q --bare remote.git && ${ONE_COMMIT} && git remote add origin ./remote.git && git push -q -u origin main`;
const HOOK = "printf '#!/bin/sh\\necho no; exit 1\\n'";

export const fixtures: readonly Fixture[] = [
  {
    rule: "git-no-upstream",
    when: "git push is all that was typed",
    setup: `git init -q --bare remote.git && git init -q -b main work && cd work && ${IDENTITY} &&
      git commit -q --allow-empty -m one &&
      git remote add origin ../remote.git && git checkout -q -b feature/login`,
    command: "cd work && git push",
    shows: "has no upstream branch",
    needs: ["git"],
  },
  {
    rule: "git-push-behind",
    when: "somebody pushed first",
    setup: DIVERGED,
    command: "cd work && git push",
    shows: "(fetch first)",
    needs: ["git"],
  },
  {
    rule: "git-push-behind",
    when: "a pushed commit was amended",
    setup: `${REMOTE} && git commit -q --allow-empty --amend -m other`,
    command: "git push",
    shows: "(non-fast-forward)",
    hints: "only right if nobody else works on main",
    needs: ["git"],
  },
  {
    rule: "git-push-behind",
    when: "there are uncommitted edits",
    setup: `${DIVERGED} && echo a > a.txt && git add a.txt`,
    command: "cd work && git push origin main",
    shows: "(fetch first)",
    hints: "cd work && git pull --rebase --autostash && git push origin main",
    needs: ["git"],
  },
  {
    rule: "git-detached-head",
    when: "the latest commit was checked out by its number",
    setup: `${REMOTE} && git checkout -q --detach`,
    command: "git push",
    shows: "You are not currently on a branch",
    needs: ["git"],
  },
  {
    rule: "git-detached-head",
    when: "the commit is on no branch",
    setup: `${REMOTE} && git checkout -q --detach && git commit -q --allow-empty -m two`,
    command: "git push",
    shows: "You are not currently on a branch",
    hints: "git switch -c NAME",
    needs: ["git"],
  },
  {
    rule: "git-push-refused",
    when: "a hook of the remote declines",
    setup: `${REMOTE} && ${HOOK} > remote.git/hooks/pre-receive && chmod +x remote.git/hooks/pre-receive && git commit -q --allow-empty -m two`,
    command: "git push",
    shows: "pre-receive hook declined",
    hints: "refused the push to main (pre-receive hook declined). It says: no",
    needs: ["git"],
  },
  {
    rule: "git-push-refused",
    when: "there is no remote",
    setup: ONE_COMMIT,
    command: "git push",
    shows: "No configured push destination",
    hints: "git remote add origin URL",
    needs: ["git"],
  },
];
