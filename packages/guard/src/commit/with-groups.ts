/**
 * Marks the operations of a commit that are undone together or not at all, and counts the changes
 * that each carries.
 *
 * The groups are those of the changes; a new directory is one operation and belongs to every group
 * that has a change in it. A hard link inside a new directory goes where the directory goes.
 */
import { parentPath, type RawPath } from "../disk/raw-path.ts";
import { joinSets } from "./join-sets.ts";
import type { CommitPlan } from "./operation.ts";
import type { ApprovedPlan } from "./plan-commit.ts";

type Planned = Pick<CommitPlan, "operations" | "directories">;

export function withGroups(
  { operations, directories }: Planned,
  { included, groups = new Map() }: ApprovedPlan,
): Planned {
  const operated = new Set(operations.map(({ path }) => path));
  const known = new Set([...operated, ...directories.map(({ path }) => path)]);
  const carriers = included.flatMap((change) => {
    const path = nearest(change.path, known);
    return path === null ? [] : [{ path, group: groups.get(change) ?? null }];
  });
  const grouped = carriers.filter(({ group }) => group !== null);
  const members = [...Map.groupBy(grouped, ({ group }) => group).values()];
  const nested = [...operated].flatMap((path) => {
    const outer = nearest(parentPath(path), operated);
    return outer === null ? [] : [[path, outer]];
  });
  const numbers = joinSets([...members.map((all) => all.map(({ path }) => path)), ...nested]);
  const carried = Map.groupBy(carriers, ({ path }) => path);
  return {
    operations: operations.map((each) => ({
      ...each,
      ...marked(each.path, numbers),
      changes: carried.get(each.path)?.length ?? 1,
    })),
    directories: directories.map((each) => ({ ...each, ...marked(each.path, numbers) })),
  };
}

/** The path itself or the closest directory above it that is one of these. */
function nearest(path: RawPath, known: ReadonlySet<RawPath>): RawPath | null {
  for (let at = path; at !== "/"; at = parentPath(at)) {
    if (known.has(at)) return at;
  }
  return null;
}

function marked(path: RawPath, numbers: ReadonlyMap<RawPath, number>): { group?: number } {
  const group = numbers.get(path);
  return group === undefined ? {} : { group };
}
