/**
 * Removes from the layer what must not reach the disk: what was left out, overlay attributes, and
 * the group that a user's overlay gives to everything.
 */
import { chmodSync } from "node:fs";
import { stripOverlayAttributes } from "../disk/attributes.ts";
import { isRoot } from "../disk/owner-access.ts";
import { bytesOf, parentPath } from "../disk/raw-path.ts";
import type { Change } from "./change.ts";
import type { Mover } from "./mover.ts";
import type { Preparation } from "./prepare-operations.ts";
import { giveGroups } from "./real-group.ts";

const OWNER_READS_AND_WRITES = 0o600;

export async function pruneLayer(
  mover: Mover,
  prepared: Preparation,
  included: readonly Change[],
): Promise<void> {
  for (const path of prepared.pruned) {
    // It may have gone with its directory.
    if (mover.directories.find(parentPath(path)) !== null) mover.remove(path);
  }
  giveGroups(mover, included);
  const closed = isRoot() ? [] : included.filter(isClosedFile);
  for (const { source, after } of closed) {
    chmodSync(bytesOf(source), (after?.mode ?? 0) | OWNER_READS_AND_WRITES);
  }
  const copied = new Map(prepared.copies.map(({ from, to }) => [to, from]));
  await stripOverlayAttributes(
    prepared.operations.flatMap(({ fresh }) =>
      fresh === null || fresh.linkTo !== null ? [] : [copied.get(fresh.from) ?? fresh.from],
    ),
  );
  for (const { source, after } of closed) chmodSync(bytesOf(source), after?.mode ?? 0);
}

/** An ordinary user needs both permissions to remove an attribute. */
function isClosedFile({ after, linkTo }: Change): boolean {
  if (after?.type !== "file" || linkTo !== null) return false;
  return (after.mode & OWNER_READS_AND_WRITES) !== OWNER_READS_AND_WRITES;
}
