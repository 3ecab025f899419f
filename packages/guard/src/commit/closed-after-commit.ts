/**
 * Directories that a commit left closed to their owner. An ordinary user must open them to see what
 * changed in them; the journal records it first, so that they are closed again after a crash.
 */

import { isOpenToOwner, isRoot, OWNER_ALL } from "../disk/owner-access.ts";
import type { Journal } from "./journal.ts";
import type { Mover } from "./mover.ts";
import type { LateTouch } from "./operation.ts";
import { outerFirst } from "./path-order.ts";

/** Outer directories first. */
export function closedAfterCommit({ directories, lateTouches }: Journal): LateTouch[] {
  if (isRoot()) return [];
  const staying = directories.map(({ path, after: { mode, mtimeNs } }) => ({
    path,
    mode,
    mtimeNs,
  }));
  return outerFirst([...staying, ...lateTouches].filter(({ mode }) => !isOpenToOwner(mode)));
}

export function openAll(mover: Mover, closed: readonly LateTouch[]): void {
  for (const { path } of closed) {
    if (mover.directories.find(path) !== null) mover.openToOwner(path);
  }
}

/** A mode that someone else has set stays. */
export function closeAll(mover: Mover, closed: readonly LateTouch[]): void {
  for (const { path, mode } of closed.toReversed()) {
    if (mover.directories.find(path) === null) continue;
    if (mover.look(path)?.mode === (mode | OWNER_ALL)) mover.chmod(path, mode);
  }
}
