/**
 * Changes on the real disk while a fix is in its sandbox, and what a commit says to them. A
 * conflict leaves the disk as it is.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { commit } from "../../src/commit/commit.ts";
import type { ConflictReason } from "../../src/commit/refusal.ts";
import { nameOf } from "../../src/disk/raw-path.ts";
import { snapshotAnyTree } from "./closed-tree.ts";
import { sandboxedChange } from "./sandboxed-change.ts";
import { treeDifferences } from "./snapshot-tree.ts";
import { makeStartTree } from "./start-tree.ts";

export interface ConflictCase {
  readonly name: string;
  readonly fix: string;
  readonly meanwhile: string;
  /** Before the diff is made, while the sandbox is kept, or after the diff was shown. */
  readonly when: "before the diff" | "while it is kept" | "after the diff";
  /** Null when the two do not touch each other. */
  readonly conflict: { readonly because: ConflictReason; readonly at: string } | null;
}

const both = (
  name: string,
  fix: string,
  meanwhile: string,
  conflict: ConflictCase["conflict"],
): ConflictCase[] =>
  (["before the diff", "while it is kept", "after the diff"] as const).map((when) => ({
    name,
    fix,
    meanwhile,
    when,
    conflict,
  }));

const SAME_SIZE_AND_TIME = "touch -r a t; printf 'eno\\n' > a; touch -r t a; rm t";

const kept = (
  name: string,
  fix: string,
  meanwhile: string,
  conflict: ConflictCase["conflict"],
): ConflictCase => ({ name, fix, meanwhile, when: "while it is kept", conflict });

/** Changes that a diff alone cannot detect. */
const ONLY_KNOWN_BECAUSE_KEPT: readonly ConflictCase[] = [
  kept("the file is gone", "echo fix >> a", "rm a", { because: "vanished", at: "a" }),
  kept("the link is gone", "ln -sf b link", "rm link", { because: "vanished", at: "link" }),
  kept("the directory is gone", "echo fix > dir/fix", "rm -rf dir", {
    because: "vanished",
    at: "dir",
  }),
  kept(
    "the directory is another one now",
    "echo fix > dir/fix",
    "cp -a dir t; rm -rf dir; mv t dir",
    {
      because: "directory_replaced",
      at: "fix",
    },
  ),
  kept("the directory is a link now", "echo fix > dir/fix", "mv dir real; ln -s real dir", {
    because: "changed",
    at: "dir",
  }),
  kept("both add a file", "echo fix > new", "echo mine > new", { because: "changed", at: "new" }),
  kept("both delete a file", "rm a; echo fix > fix", "rm a", null),
  kept("a file beside is gone", "echo fix > fix", "rm b", null),
];

export const CONFLICT_CASES: readonly ConflictCase[] = [
  ...ONLY_KNOWN_BECAUSE_KEPT,
  ...both("both change a file", "echo fix >> a", "echo mine >> a", { because: "changed", at: "a" }),
  ...both("changed with the same size and time", "echo fix >> a", SAME_SIZE_AND_TIME, {
    because: "changed",
    at: "a",
  }),
  ...both("one changes the mode", "echo fix >> a", "chmod 600 a", { because: "changed", at: "a" }),
  ...both("deleted and changed", "rm a", "echo mine >> a", { because: "changed", at: "a" }),
  ...both("a file added below a deleted directory", "rm -rf dir", "echo mine > dir/sub/mine", {
    because: "changed_inside",
    at: "sub",
  }),
  ...both(
    "a file changed deep below a deleted directory",
    "rm -rf dir",
    "echo mine >> dir/sub/deep/e",
    { because: "changed_inside", at: "e" },
  ),
  ...both("a directory's mode", "chmod 700 dir", "chmod 711 dir", {
    because: "changed",
    at: "dir",
  }),
  ...both("a link's leader changed", "ln a another", "echo mine >> a", {
    because: "changed",
    at: "a",
  }),
  ...both("an edit elsewhere", "echo fix >> a", "echo mine >> b", null),
  ...both("a new file beside", "echo fix > dir/fix", "echo mine > dir/mine", null),
  {
    name: "both add a file",
    fix: "echo fix > new",
    meanwhile: "echo mine > new",
    when: "before the diff",
    conflict: { because: "changed", at: "new" },
  },
  {
    name: "both add a file",
    fix: "echo fix > new",
    meanwhile: "echo mine > new",
    when: "after the diff",
    conflict: { because: "appeared", at: "new" },
  },
  {
    name: "both add a directory",
    fix: "mkdir new; echo fix > new/f",
    meanwhile: "mkdir new",
    when: "after the diff",
    conflict: { because: "appeared", at: "new" },
  },
  {
    name: "the file is gone",
    fix: "echo fix >> a",
    meanwhile: "rm a",
    when: "after the diff",
    conflict: { because: "vanished", at: "a" },
  },
  {
    name: "the file was replaced by a copy",
    fix: "echo fix >> a",
    meanwhile: "cp -p a t; mv t a",
    when: "after the diff",
    conflict: { because: "changed", at: "a" },
  },
  {
    name: "the directory is a link now",
    fix: "echo fix > dir/fix",
    meanwhile: "mv dir real; ln -s real dir",
    when: "after the diff",
    conflict: { because: "directory_replaced", at: "fix" },
  },
  {
    name: "the directory leads elsewhere now",
    fix: "echo fix >> dir/sub/d",
    meanwhile: "mv dir/sub /tmp/moved-$$ && ln -s /tmp dir/sub; rm -rf /tmp/moved-$$",
    when: "after the diff",
    conflict: { because: "directory_replaced", at: "d" },
  },
  {
    name: "the directory is another one now",
    fix: "echo fix > dir/fix",
    meanwhile: "cp -a dir t; rm -rf dir; mv t dir",
    when: "after the diff",
    conflict: { because: "directory_replaced", at: "fix" },
  },
];

export interface ConflictResult {
  readonly name: string;
  readonly said: string;
  readonly expected: string;
  /** Differences from the disk as the other change left it. */
  readonly differences: readonly string[];
}

export async function runConflict(folder: string, one: ConflictCase): Promise<ConflictResult> {
  const [tree, home] = [join(folder, "tree"), join(folder, "home")];
  mkdirSync(home, { recursive: true });
  makeStartTree(tree);
  const meanwhile = () => {
    const done = spawnSync("bash", ["-c", one.meanwhile], { cwd: tree, encoding: "utf8" });
    if (done.status !== 0) throw new Error(done.stderr);
  };
  const isKept = one.when === "while it is kept";
  const where = { tree, home, stateDirectory: join(folder, "state"), isKept };
  const beforeDiff = one.when === "after the diff" ? () => undefined : meanwhile;
  await using change = await sandboxedChange(where, one.fix, beforeDiff);
  if (one.when === "after the diff") meanwhile();
  const left = snapshotAnyTree(tree, "exact");
  const committed = await commit(change.places, change.diff, change.plan);
  const said = committed.ok ? "committed" : JSON.stringify(conflictsIn(committed.refusal));
  const expected = one.conflict === null ? "committed" : JSON.stringify([one.conflict]);
  const differences = committed.ok ? [] : treeDifferences(left, snapshotAnyTree(tree, "exact"));
  return { name: `${one.name}, ${one.when}`, said, expected, differences };
}

function conflictsIn(refusal: object): object {
  if (!("conflicts" in refusal) || !Array.isArray(refusal.conflicts)) return refusal;
  return refusal.conflicts.map(({ path, because }) => ({ because, at: nameOf(path) }));
}
