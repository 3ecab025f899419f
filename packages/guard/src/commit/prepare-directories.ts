/** Times, and where needed modes, of the directories that stay. */

import { type Attributes, NO_ATTRIBUTES } from "../disk/attributes.ts";
import type { DiskEntry } from "../disk/disk-entry.ts";
import { isMine, isRoot } from "../disk/owner-access.ts";
import { parentPath, type RawPath } from "../disk/raw-path.ts";
import type { Change, DirectoryTime } from "./change.ts";
import type { DirectoryFacts, DirectoryOperation } from "./operation.ts";

const WRITE_AND_SEARCH = 0o300;

export function prepareDirectories(
  known: readonly DirectoryTime[],
  included: readonly Change[],
): DirectoryOperation[] {
  const changed = new Map(included.map((change) => [change.path, change]));
  const inside = new Map<RawPath, Change[]>();
  for (const change of included.filter(({ parentIno }) => parentIno !== null)) {
    const parent = parentPath(change.path);
    const siblings = inside.get(parent);
    if (siblings === undefined) inside.set(parent, [change]);
    else siblings.push(change);
  }
  return known.flatMap((directory) => {
    const { path, before } = directory;
    const [meta, children] = [changed.get(path), inside.get(path)];
    if (meta === undefined && children === undefined) return [];
    // The layer's time is what a run without a sandbox would leave: only names change it.
    const { mtimeNs } = directory.after;
    const after = meta === undefined ? { ...before, mtimeNs } : directory.after;
    const isLockedOut =
      !isRoot() && isMine(before) && (before.mode & WRITE_AND_SEARCH) !== WRITE_AND_SEARCH;
    const isClosed = isLockedOut && children !== undefined;
    return [
      {
        path,
        ino: before.ino,
        ctimeNs: before.ctimeNs,
        before: factsOf(before, meta?.attributesBefore),
        after: factsOf(after, meta?.attributes),
        isClosed,
      },
    ];
  });
}

function factsOf(entry: DiskEntry, attributes: Attributes = NO_ATTRIBUTES): DirectoryFacts {
  const { mode, uid, gid, mtimeNs } = entry;
  return { mode, uid, gid, mtimeNs, attributes };
}
