/**
 * What an undo guarantees when files changed since the commit, as scenarios that run as root and as
 * an ordinary user. Each throws when a guarantee is broken.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commit } from "../src/commit/commit.ts";
import { listCopies } from "../src/commit/copies.ts";
import type { HowMuch } from "../src/commit/decide-undo.ts";
import { judgeChanges } from "../src/commit/judge-changes.ts";
import { planCommit } from "../src/commit/plan-commit.ts";
import { undo } from "../src/commit/undo.ts";
import { listUndoable } from "../src/commit/undoable-commits.ts";
import { isWithin, rawPath } from "../src/disk/raw-path.ts";
import { sandboxedChange } from "../suites/commit/sandboxed-change.ts";
import { snapshotTree, treeDifferences } from "../suites/commit/snapshot-tree.ts";
import type { Place, Scenario } from "./scenario.ts";

/** Commits all that a command changes in the project, or in a wider place, with its groups. */
export async function committed(place: Place, text: string, within?: string): Promise<void> {
  const { project: tree, home, state: stateDirectory } = place;
  await using change = await sandboxedChange({ tree, home, stateDirectory }, text);
  const judged = judgeChanges(change.diff, { workingTree: tree, path: "/usr/bin", home });
  const inside = judged.filter(({ change: { path } }) => isWithin(path, rawPath(within ?? tree)));
  const approved = new Set(inside.map((each) => each.change.path));
  const plan = planCommit({ judged: inside, approved });
  const done = await commit(change.places, change.diff, plan, { command: text });
  assert.ok(done.ok, JSON.stringify(done));
}

/** By hand, or by the command that ran for real. */
export function byHand(place: Place, text: string): void {
  const ran = spawnSync("bash", ["-ec", text], { cwd: place.project, encoding: "utf8" });
  assert.equal(ran.status, 0, ran.stderr);
}

/** Names relative to the project: what was reverted, and what was left for which reason. */
async function undone(place: Place, howMuch: HowMuch): Promise<readonly string[]> {
  const all = await undo(place.state, { tree: place.project, howMuch });
  const below = (path: string) => path.slice(place.project.length + 1);
  if (all.ok) {
    const { paths, left } = all.value;
    return [...paths.map(below), ...left.map(({ path, because }) => `${because}: ${below(path)}`)];
  }
  const { refusal } = all;
  assert.ok(refusal.code === "changed_since", refusal.code);
  return [
    `refused: ${refusal.revertible} of ${refusal.changes}`,
    ...refusal.conflicts.map(({ path, because }) => `${because}: ${below(path)}`),
  ];
}

async function copies(place: Place): Promise<readonly string[]> {
  const listed = await listCopies(place.state);
  assert.ok(listed.ok);
  const below = (path: string) => path.slice(place.project.length + 1);
  return listed.value.map(
    ({ number, path, why, bytes }) => `${number} ${below(path)} ${why} ${bytes}`,
  );
}

export function fill(place: Place, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(place.project, name, ".."), { recursive: true });
    writeFileSync(join(place.project, name), text);
  }
  byHand(place, "find . -depth -exec touch -h -d '2020-05-06 07:08:09.123456' {} +");
}

const PART: readonly Scenario[] = [
  {
    claim: "what is unchanged is reverted, what changed since is left and its old version listed",
    holds: async (place) => {
      fill(place, { a: "a\n", b: "b\n", gone: "gone\n" });
      await committed(place, "echo 1 >> a; echo 1 >> b; echo 1 > c; rm gone");
      byHand(place, "echo built > b");
      assert.deepEqual(await undone(place, "whole"), ["refused: 3 of 4", "changed: b"]);
      assert.deepEqual([place.read("a"), place.read("b")], ["a\n1\n", "built\n"]);
      assert.deepEqual(await undone(place, "part"), ["a", "c", "gone", "changed: b"]);
      assert.deepEqual(
        [place.read("a"), place.read("b"), place.read("gone")],
        ["a\n", "built\n", "gone\n"],
      );
      assert.deepEqual(readdirSync(place.project).sort(), ["a", "b", "file", "gone"]);
      assert.deepEqual((await copies(place)).toSorted(), [
        "1.2 b replaced 2",
        "1.5 a undone 4",
        "1.7 c undone 2",
      ]);
      const again = await undo(place.state, { tree: place.project });
      assert.equal(again.ok ? "" : again.refusal.code, "nothing_to_undo");
    },
  },
  {
    claim:
      "the same content written again, in place, by renaming or in a new directory, is no change",
    holds: async (place) => {
      fill(place, { a: "a\n", b: "b\n", "in/c": "c\n" });
      const start = snapshotTree(place.project, "exact");
      await committed(
        place,
        "echo 1 > a; echo 1 > b; ln -sfn a link; mkdir -p dist/in; echo x > dist/in/x; echo y > dist/y; ln dist/y dist/z",
      );
      byHand(place, "echo 1 > a; echo 1 > b.new; mv b.new b; ln -sfn a link; touch dist/y");
      byHand(place, "echo x > dist/in/x.new; mv dist/in/x.new dist/in/x; echo y > dist/y");
      const listed = await listUndoable(place.state);
      assert.deepEqual(listed.ok && listed.value.map(({ outlook }) => outlook), [
        { is: "ready", changes: 8, revertible: 8, conflicts: [] },
      ]);
      assert.deepEqual(await undone(place, "whole"), ["a", "b", "dist", "dist/z", "link"]);
      // Only the time of the directory in which names came and went is its own.
      byHand(place, "touch -d '2020-05-06 07:08:09.123456' .");
      assert.deepEqual(treeDifferences(start, snapshotTree(place.project, "exact")), []);
    },
  },
  {
    claim: "other content, another mode or a missing name in a new directory is a change",
    holds: async (place) => {
      for (const since of ["echo z > dist/in/x", "chmod 600 dist/in/x", "rm dist/in/x"]) {
        await committed(place, "mkdir -p dist/in; echo x > dist/in/x; echo 1 > one");
        byHand(place, since);
        assert.equal((await undone(place, "whole"))[0], "refused: 1 of 4");
        assert.equal((await undone(place, "all")).length, 2);
        assert.deepEqual(readdirSync(place.project), ["file"]);
      }
    },
  },
  {
    claim: "a new directory with a file of the person's in it stays, also with --all",
    holds: async (place) => {
      await committed(place, "mkdir -p out/in; echo 1 > one");
      byHand(place, "cp file out/in/mine; echo 2 > one");
      const left = "added_inside: out/in/mine";
      assert.deepEqual(await undone(place, "whole"), ["refused: 0 of 3", "changed: one", left]);
      assert.deepEqual(await undone(place, "all"), ["one", left]);
      assert.equal(place.read("out/in/mine"), "original\n");
    },
  },
  {
    claim: "a new file that was deleted since is undone already",
    holds: async (place) => {
      await committed(place, "echo 1 > a; mkdir d; echo 1 > d/x; ln d/x d/y; echo 1 > file");
      byHand(place, "rm -r a d");
      assert.deepEqual(await undone(place, "whole"), ["a", "d", "d/y", "file"]);
      assert.equal(place.read("file"), "original\n");
    },
  },
  {
    claim: "--all overwrites what changed since and keeps a copy of each",
    holds: async (place) => {
      fill(place, { a: "a\n", gone: "gone\n", b: "b\n" });
      const start = snapshotTree(place.project, "exact");
      await committed(place, "echo 1 >> a; rm gone; mkdir new; echo n > new/n; rm b; mkdir b");
      byHand(place, "echo mine > a; mkdir gone; echo mine2 > gone/in; echo mine3 > new/n");
      byHand(place, "rmdir b; echo mine4 > b");
      assert.equal((await undone(place, "part"))[0], "refused: 0 of 5");
      assert.deepEqual(await undone(place, "all"), ["a", "b", "gone", "new"]);
      byHand(place, "touch -d '2020-05-06 07:08:09.123456' .");
      assert.deepEqual(treeDifferences(start, snapshotTree(place.project, "exact")), []);
      assert.deepEqual((await copies(place)).toSorted(), [
        "1.5 a overwritten 5",
        "1.6 b overwritten 6",
        "1.7 gone overwritten 6",
        "1.8 new overwritten 6",
      ]);
    },
  },
  {
    claim: "what belongs together is reverted whole or not at all",
    holds: async (place) => {
      fill(place, { a: "moved\n", "p/package.json": "{}\n", ".keep/x": "x\n" });
      await committed(
        place,
        "mkdir into; mv a into/b; echo 1 > c; mkdir p/node_modules; echo m > p/node_modules/m; echo '{\"a\":1}' > p/package.json",
      );
      byHand(place, "echo mine >> into/b; echo '{\"mine\":1}' > p/package.json");
      const left = [
        "group_changed: a",
        "changed_inside: into/b",
        "group_changed: p/node_modules",
        "changed: p/package.json",
      ];
      assert.deepEqual(
        (await undone(place, "whole")).toSorted(),
        [...left, "refused: 1 of 7"].toSorted(),
      );
      assert.deepEqual((await undone(place, "part")).toSorted(), ["c", ...left].toSorted());
      assert.deepEqual(readdirSync(place.project).sort(), [".keep", "file", "into", "p"]);
      assert.equal(place.read("p/node_modules/m"), "m\n");
    },
  },
  {
    claim: "a group is reverted whole with --all",
    holds: async (place) => {
      fill(place, { a: "moved\n" });
      await committed(place, "mv a b");
      byHand(place, "echo mine >> b");
      assert.deepEqual(await undone(place, "part"), [
        "refused: 0 of 2",
        "group_changed: a",
        "changed: b",
      ]);
      assert.deepEqual(await undone(place, "all"), ["a", "b"]);
      assert.equal(place.read("a"), "moved\n");
      assert.deepEqual(await copies(place), ["1.4 b overwritten 11"]);
    },
  },
];

const DIRECTORIES: readonly Scenario[] = [
  {
    claim:
      "modes that a person set since stay, and closed directories that are left are closed again",
    holds: async (place) => {
      fill(place, { "in/a": "a\n", "own/b": "b\n" });
      const mode = (name: string) =>
        (statSync(join(place.project, name)).mode & 0o7777).toString(8);
      await committed(
        place,
        "echo 1 > in/a; echo 1 > own/b; chmod 711 own; mkdir -p new/shut; echo s > new/shut/s; chmod 0 new/shut",
      );
      byHand(place, "chmod 750 in; chmod 701 own; echo mine > new/mine");
      assert.deepEqual(await undone(place, "whole"), [
        "refused: 2 of 6",
        "added_inside: new/mine",
        "changed: own",
      ]);
      assert.deepEqual(["in", "own", "new/shut"].map(mode), ["750", "701", "0"]);
      assert.deepEqual(await undone(place, "part"), [
        "in/a",
        "own/b",
        "added_inside: new/mine",
        "changed: own",
      ]);
      assert.deepEqual(["in", "own", "new/shut"].map(mode), ["750", "701", "0"]);
      assert.deepEqual([place.read("in/a"), place.read("own/b")], ["a\n", "b\n"]);
    },
  },
  {
    claim: "below a directory that was replaced nothing is touched, not even with --all",
    holds: async (place) => {
      fill(place, { "d/a": "a\n", "e/b": "b\n" });
      await committed(place, "echo 1 > d/a; echo 1 > e/b");
      byHand(place, "mv d real; ln -s real d; cp -r e copy; rm -r e; mv copy e; echo 2 >> file");
      assert.equal((await undone(place, "all"))[0], "refused: 0 of 2");
      assert.deepEqual([place.read("real/a"), place.read("e/b")], ["1\n", "1\n"]);
    },
  },
  {
    claim: "an older commit can be undone after a partial undo of a later one",
    holds: async (place) => {
      fill(place, { a: "a\n", b: "b\n", c: "c\n" });
      await committed(place, "echo 1 >> a; echo 1 >> b; echo 1 >> c");
      await committed(place, "echo 2 >> a; echo 2 >> b");
      byHand(place, "echo mine > b");
      assert.deepEqual(await undone(place, "part"), ["a", "changed: b"]);
      assert.deepEqual(await undone(place, "whole"), ["refused: 2 of 3", "changed: b"]);
      assert.deepEqual(await undone(place, "part"), ["a", "c", "changed: b"]);
      assert.deepEqual(
        ["a", "b", "c"].map((name) => place.read(name)),
        ["a\n", "mine\n", "c\n"],
      );
    },
  },
  {
    claim: "a commit that waits for a later one is listed as such",
    holds: async (place) => {
      await committed(place, "echo 1 >> file");
      await committed(place, "echo 2 >> file");
      const listed = await listUndoable(place.state);
      const outlooks = listed.ok ? listed.value.map(({ outlook }) => outlook.is) : [];
      assert.deepEqual(outlooks, ["ready", "later_first"]);
    },
  },
];

export const UNDO_SCENARIOS: readonly Scenario[] = [...PART, ...DIRECTORIES];
