/**
 * Runs one script twice, without a sandbox and through sandbox, commit and undo, and compares the
 * trees.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { commit } from "../../src/commit/commit.ts";
import { undo } from "../../src/commit/undo.ts";
import { snapshotAnyTree } from "./closed-tree.ts";
import { sandboxedChange, type Where } from "./sandboxed-change.ts";
import type { FileScript } from "./scripts.ts";
import { treeDifferences } from "./snapshot-tree.ts";
import { makeStartTree } from "./start-tree.ts";

export interface ScriptResult {
  readonly name: string;
  readonly isShared: boolean;
  /** Between the run without a sandbox and the commit. */
  readonly differences: readonly string[];
  /** Between the start and the undo. */
  readonly afterUndo: readonly string[];
}

export async function runScript(
  folder: string,
  script: FileScript,
  how: Pick<Where, "kind" | "isKept">,
): Promise<ScriptResult> {
  const { name, text, isShared = false } = script;
  const result = { name, isShared, differences: [], afterUndo: [] };
  const [tree, bare] = [join(folder, "tree"), join(folder, "bare")];
  const where = { tree, stateDirectory: join(folder, "state"), home: join(folder, "home"), ...how };
  mkdirSync(where.home, { recursive: true });
  makeStartTree(tree);
  const ran = spawnSync("bash", ["-c", text], {
    cwd: tree,
    env: { PATH: process.env.PATH, HOME: where.home },
  });
  renameSync(tree, bare);
  makeStartTree(tree);
  const start = snapshotAnyTree(tree, "exact");

  await using change = await sandboxedChange(where, text);
  const committed = await commit(change.places, change.diff, change.plan);
  if (!committed.ok) return { ...result, differences: [JSON.stringify(committed.refusal)] };
  const differences = treeDifferences(
    snapshotAnyTree(bare, "set by hand"),
    snapshotAnyTree(tree, "set by hand"),
  );
  if (change.exitCode !== ran.status) differences.push(`exit ${ran.status} | ${change.exitCode}`);
  if (change.plan.included.length === 0) return { ...result, differences };
  const undone = await undo(where.stateDirectory);
  const afterUndo = undone.ok
    ? treeDifferences(start, snapshotAnyTree(tree, "exact"))
    : [JSON.stringify(undone.refusal)];
  return { ...result, differences, afterUndo };
}
