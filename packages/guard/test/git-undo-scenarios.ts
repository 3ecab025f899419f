/**
 * What an undo guarantees in a git repository: it is whole after every step, whatever git did since
 * the commit. As scenarios that run as root and as an ordinary user; each throws when a guarantee is
 * broken.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { listCopies } from "../src/commit/copies.ts";
import type { HowMuch } from "../src/commit/decide-undo.ts";
import { restoreCopy } from "../src/commit/restore-copy.ts";
import { undo } from "../src/commit/undo.ts";
import { listUndoable } from "../src/commit/undoable-commits.ts";
import type { Place, Scenario } from "./scenario.ts";
import { byHand, committed } from "./undo-scenarios.ts";

const START = [
  "git init -q -b main && git config user.name me && git config user.email me@example.org",
  "git config gc.auto 0 && echo a > a.txt && git add a.txt && git commit -q -m one",
  "git branch feature && echo edited >> a.txt && echo b > b.txt",
].join("\n");

function git(place: Place, ...words: readonly string[]): string {
  const ran = spawnSync("git", words, { cwd: place.project, encoding: "utf8" });
  assert.equal(ran.status, 0, `git ${words.join(" ")}: ${ran.stdout}${ran.stderr}`);
  return `${ran.stdout}${ran.stderr}`;
}

/** Every object that a ref, a log or the index names is there. */
function expectWhole(place: Place, after: string): void {
  const found = git(place, "fsck", "--full", "--no-dangling");
  assert.doesNotMatch(found, /missing|broken|corrupt|invalid|error/i, `${after}: ${found}`);
  git(place, "status", "--short");
}

async function undone(place: Place, howMuch: HowMuch): Promise<readonly string[]> {
  const all = await undo(place.state, { tree: place.project, howMuch });
  const below = (path: string) => path.slice(place.project.length + 1);
  if (all.ok) {
    const { paths, left } = all.value;
    return [...paths.map(below), ...left.map(({ path, because }) => `${because}: ${below(path)}`)];
  }
  const { refusal } = all;
  if (refusal.code !== "changed_since") return [refusal.code];
  const left = refusal.conflicts.map(({ path, because }) => `${because}: ${below(path)}`);
  return [`refused: ${refusal.revertible} of ${refusal.changes}`, ...left];
}

const FIXES = {
  "git add": "git add b.txt",
  "git commit": "git add b.txt && git commit -q -a -m fix",
  "git stash": "git stash push -q",
  "git checkout": "git stash push -q && git checkout -q -b other",
  "git gc": "git gc -q --prune=now",
};

const SINCE = {
  nothing: "true",
  "git status": "touch a.txt && git status",
  "a commit": "git commit -q --allow-empty -m real",
  "git add": "echo c > c.txt && git add c.txt",
  "git gc": "git reflog expire --expire=now --all && git gc -q --prune=now",
  "another branch": "git switch -q -f feature",
};

/** Everything that is undone and restored, one after the other. */
async function staysWhole(place: Place, fix: string, since: string): Promise<void> {
  byHand(place, START);
  await committed(place, fix);
  byHand(place, since);
  expectWhole(place, "before");
  for (const howMuch of ["whole", "part", "all"] as const) {
    const head = git(place, "rev-parse", "HEAD");
    const isMoved = since.includes("commit") || since.includes("switch");
    const said = await undone(place, howMuch);
    expectWhole(place, `undo ${howMuch}: ${said.join(", ")}`);
    if (isMoved) assert.equal(git(place, "rev-parse", "HEAD"), head, said.join(", "));
  }
  const copies = await listCopies(place.state);
  assert.ok(copies.ok);
  for (const { number, path } of copies.value) {
    await restoreCopy(place.state, number);
    expectWhole(place, `recover ${path}`);
  }
}

export const GIT_UNDO_MATRIX: readonly Scenario[] = Object.entries(FIXES).flatMap(([fixed, fix]) =>
  Object.entries(SINCE).map(([since, text]) => ({
    claim: `the repository is whole after ${fixed}, ${since} since, and every undo and restore`,
    holds: (place: Place) => staysWhole(place, fix, text),
  })),
);

export const GIT_UNDO_SCENARIOS: readonly Scenario[] = [
  {
    claim: "git objects stay, and are no changes that an undo counts",
    holds: async (place) => {
      byHand(place, START);
      const oid = git(place, "hash-object", "b.txt").trim();
      await committed(place, "git add b.txt");
      assert.deepEqual(await undone(place, "whole"), [".git/index"]);
      assert.match(git(place, "status", "--short"), /^\?\? b\.txt$/m);
      assert.equal(git(place, "cat-file", "-p", oid), "b\n");
    },
  },
  {
    claim: "an index that was only refreshed is no change",
    holds: async (place) => {
      byHand(place, START);
      await committed(place, "git add b.txt");
      byHand(place, "touch a.txt b.txt && git status && git update-index -q --refresh || true");
      const listed = await listUndoable(place.state);
      assert.deepEqual(listed.ok && listed.value.map(({ outlook }) => outlook), [
        { is: "ready", changes: 1, revertible: 1, conflicts: [] },
      ]);
      assert.deepEqual(await undone(place, "whole"), [".git/index"]);
      assert.match(git(place, "status", "--short"), /^\?\? b\.txt$/m);
    },
  },
  {
    claim: "another entry in the index is a change, also in its fourth version",
    holds: async (place) => {
      byHand(place, `${START}\ngit update-index --index-version 4`);
      await committed(place, "git add b.txt");
      byHand(place, "touch a.txt && git status && chmod +x b.txt");
      const listed = await listUndoable(place.state);
      const [outlook] = listed.ok ? listed.value.map((each) => each.outlook) : [];
      assert.ok(outlook?.is === "ready" && outlook.revertible === 1);
      byHand(place, "git add b.txt");
      assert.deepEqual(await undone(place, "whole"), ["refused: 0 of 1", "changed: .git/index"]);
    },
  },
  {
    claim: "once a ref moved, nothing of the repository is reverted, not even with --all",
    holds: async (place) => {
      byHand(place, START);
      await committed(place, "git add b.txt && echo fixed > a.txt");
      byHand(place, "git commit -q -m two && echo mine > a.txt");
      const head = git(place, "rev-parse", "HEAD");
      const left = ["ref_moved: .git/index", "group_changed: a.txt"];
      for (const howMuch of ["whole", "part", "all"] as const)
        assert.deepEqual(await undone(place, howMuch), ["refused: 0 of 2", ...left]);
      assert.equal(git(place, "rev-parse", "HEAD"), head);
      assert.equal(place.read("a.txt"), "mine\n");
    },
  },
  {
    claim: "a linked working tree is left once a branch of its repository moved",
    holds: async (place) => {
      byHand(place, `${START}\ngit worktree add -q ../linked feature`);
      const linked = Object.assign(Object.create(place) as Place, {
        project: `${place.home}/linked`,
      });
      byHand(linked, "echo n > n.txt");
      await committed(linked, "git add n.txt", place.home);
      byHand(linked, "git commit -q -m linked");
      const said = await undone(linked, "all");
      assert.match(said.join(), /^refused: 0 of 1,ref_moved: .*worktrees\/linked\/index$/);
      expectWhole(place, "undo in a linked working tree");
    },
  },
  {
    claim: "a new repository without anything of the person's is reverted whole, else it stays",
    holds: async (place) => {
      await committed(place, "git init -q -b main");
      byHand(place, "git status");
      assert.deepEqual(await undone(place, "whole"), [".git"]);
      await committed(place, "git init -q -b main");
      byHand(place, "git add file && git -c user.name=me -c user.email=me@x commit -q -m one");
      const said = await undone(place, "all");
      assert.match(said.join(), /^refused: 0 of \d+,added_inside: \.git\/[^,]+$/);
      expectWhole(place, "undo of git init");
    },
  },
];
