/**
 * Copies a disk image before each step of a commit on it, and after the commit. Each copy is what a
 * power cut would leave: it holds what had reached the disk, and nothing that was only in memory.
 * Then mounts one copy after another and says what a recovery makes of it. Arguments: the image, and
 * where root has mounted it.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { sampleWithEnds } from "@bazaar/testkit/sample";
import { commit } from "../../src/commit/commit.ts";
import { recover } from "../../src/commit/recover.ts";
import { sandboxedChange } from "./sandboxed-change.ts";
import { snapshotTree, treeDifferences } from "./snapshot-tree.ts";

const EARLIER = "echo first > first";
const START = `
umask 022; mkdir dir; echo one > a; echo two > b; echo three > dir/c
find . -depth -exec touch -d '2020-05-06 07:08:09' {} +
`;
/** Changes of files that already have their directories, as a fix makes most often. */
const CHANGE = "echo new > new; echo more >> a; rm b; echo x > dir/d; chmod 700 dir";

const COPIES = 8;

export interface PowerCut {
  readonly before: string;
  /** Whether the journal already said so. */
  readonly hasStood: boolean;
  readonly left: "before" | "after" | "between";
  readonly differences: readonly string[];
}

const [image = "", at = ""] = process.argv.slice(2);
const run = (file: string, ...args: readonly string[]) => execFileSync(file, args);
const where = {
  tree: join(at, "tree"),
  stateDirectory: join(at, "state"),
  home: join(at, "home"),
};
const copies: { readonly before: string; readonly hasStood: boolean; readonly copy: string }[] = [];

function cutPower(before: string): void {
  const copy = `${image}.${copies.length}`;
  run("cp", "--sparse=always", image, copy);
  const last = copies.at(-1);
  const hasStood = last?.hasStood === true || last?.before === "announce that the commit stands";
  copies.push({ before, hasStood, copy });
}

async function change(text: string, onStep: (step: string) => void): Promise<void> {
  await using changed = await sandboxedChange(where, text);
  const done = await commit(changed.places, changed.diff, changed.plan, { onStep });
  if (!done.ok) throw new Error(JSON.stringify(done.refusal));
  onStep("");
}

for (const path of [where.tree, where.home]) mkdirSync(path);
await change(EARLIER, () => undefined);
run("sh", "-c", `cd '${where.tree}'; ${START}`);
run("sync", "-f", at);
const start = snapshotTree(where.tree, "exact");
await change(CHANGE, cutPower);
const after = snapshotTree(where.tree, "set by hand");
run("umount", at);

for (const { before, hasStood, copy } of sampleWithEnds("power cuts", copies, COPIES)) {
  run(
    "sh",
    "-c",
    'blkid -s TYPE -o value "$1" | grep -q ext || exit 0; e2fsck -fy "$1" || [ $? -lt 4 ]',
    "sh",
    copy,
  );
  run("mount", "-o", "loop", copy, at);
  await recover(where.stateDirectory);
  const fromStart = treeDifferences(start, snapshotTree(where.tree, "exact"));
  const fromAfter = treeDifferences(after, snapshotTree(where.tree, "set by hand"));
  run("umount", at);
  const left = fromStart.length === 0 ? "before" : fromAfter.length === 0 ? "after" : "between";
  const differences = left === "between" ? [...fromStart, ...fromAfter] : [];
  console.log(JSON.stringify({ before, hasStood, left, differences } satisfies PowerCut));
}
