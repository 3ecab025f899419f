/** Directories that a command closed to the user who ran it. */
import { chmodSync, readdirSync } from "node:fs";
import { entryAt } from "../disk/disk-entry.ts";
import { MAX_PATH_BYTES } from "../disk/names-in.ts";
import { isMine, isOpenToOwner, OWNER_ALL } from "../disk/owner-access.ts";
import { bytesOf, childPath, type RawPath } from "../disk/raw-path.ts";

/**
 * An ordinary user cannot list or move a directory without permissions. Such directories are opened
 * in the layer, which is thrown away, and their modes are remembered. This goes through the mounted
 * side, because an overlay caches modes.
 */
export function openUp(
  { upper, merged }: { readonly upper: RawPath; readonly merged: RawPath },
  wanted: Map<RawPath, number>,
  levels: number,
): void {
  // Deeper directories are refused by the walk.
  if (levels === 0 || Math.max(upper.length, merged.length) > MAX_PATH_BYTES) return;
  const entry = entryAt(upper);
  if (entry?.type !== "directory") return;
  // Opened by an earlier diff, unless a command has changed its mode since.
  if (entry.mode !== ((wanted.get(upper) ?? entry.mode) | OWNER_ALL)) wanted.delete(upper);
  if (!isOpenToOwner(entry.mode) && isMine(entry)) {
    wanted.set(upper, entry.mode);
    chmodSync(bytesOf(merged), entry.mode | OWNER_ALL);
  }
  const names = readdirSync(bytesOf(upper), { encoding: "latin1", withFileTypes: true });
  for (const { name } of names.filter((each) => each.isDirectory())) {
    const inner = { upper: childPath(upper, name), merged: childPath(merged, name) };
    openUp(inner, wanted, levels - 1);
  }
}
