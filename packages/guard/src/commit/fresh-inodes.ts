/** The inode that each name will have: how a recovery tells the new entry from the old. */
import { invariant } from "@bazaar/kernel";
import { asRaw, isWithin, type RawPath } from "../disk/raw-path.ts";
import type { Mover } from "./mover.ts";
import type { Operation } from "./operation.ts";

export function freshInodes(mover: Mover, operations: readonly Operation[]): Operation[] {
  const moved = operations.filter(({ fresh }) => fresh !== null && fresh.linkTo === null);
  const byPath = new Map(moved.map((operation) => [operation.path, operation]));
  const trees = moved.filter(({ fresh }) => fresh?.type === "directory");
  return operations.map((operation) => {
    const { fresh } = operation;
    if (fresh === null) return operation;
    const waitsAt = fresh.linkTo === null ? fresh.from : whereItWaits(fresh.linkTo, byPath, trees);
    const entry = mover.look(waitsAt);
    invariant(entry !== null, `nothing waits at ${waitsAt}`);
    return { ...operation, fresh: { ...fresh, ino: entry.ino } };
  });
}

/** The target of a link may itself be moved. */
function whereItWaits(
  path: RawPath,
  byPath: ReadonlyMap<RawPath, Operation>,
  trees: readonly Operation[],
): RawPath {
  const own = byPath.get(path)?.fresh?.from;
  if (own !== undefined) return own;
  const tree = trees.find((operation) => isWithin(path, operation.path));
  if (tree === undefined || tree.fresh === null) return path;
  return asRaw(`${tree.fresh.from}${path.slice(tree.path.length)}`);
}
