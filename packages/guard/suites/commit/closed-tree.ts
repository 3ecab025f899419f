/**
 * Snapshots of trees with directories that are closed to their owner. An ordinary user takes them
 * in a user namespace, as root over the user's own files. The program must be a bundle whose entry
 * calls `isSnapshotAsked` first.
 */
import { spawnSync } from "node:child_process";
import { errorCode } from "../../src/error-code.ts";
import { snapshotTree, type TreeSnapshot } from "./snapshot-tree.ts";

const NAMESPACE = "unshare";

type Times = Parameters<typeof snapshotTree>[1];

export function snapshotAnyTree(root: string, times: Times): TreeSnapshot {
  try {
    return snapshotTree(root, times);
  } catch (error) {
    if (errorCode(error) !== "EACCES") throw error;
  }
  const own = [process.execPath, process.argv[1] ?? "", "--snapshot", root, times];
  const ran = spawnSync(NAMESPACE, ["-U", "-r", ...own], { encoding: "utf8", maxBuffer: 2 ** 28 });
  if (ran.status !== 0) throw new Error(`no snapshot: ${ran.stderr}`);
  const namespaced = JSON.parse(ran.stdout) as [string, string][];
  // Root in the namespace is this user outside.
  const himself = `$1 ${process.getuid?.()} ${process.getgid?.()} `;
  return new Map(
    namespaced.map(([path, facts]) => [path, facts.replace(/^(\d+ \d+) 0 0 /, himself)]),
  );
}

/** Whether this process was started to print a snapshot, which is then done. */
export function isSnapshotAsked(): boolean {
  const [flag, root, times] = process.argv.slice(2);
  if (flag !== "--snapshot" || root === undefined) return false;
  process.stdout.write(JSON.stringify([...snapshotTree(root, times as Times)]));
  return true;
}
