/** What changed at or after a moment, by the change time, which cannot be set. */
import { type Directories, DirectoryMoved } from "../disk/directories.ts";
import type { DiskEntry } from "../disk/disk-entry.ts";
import { childPath, type RawPath } from "../disk/raw-path.ts";
import type { IsSameContent } from "./entry-contents.ts";
import { isAboutAt } from "./is-about-at.ts";
import { namesIfAny } from "./names-if-any.ts";
import type { LateTouch } from "./operation.ts";
import { isTouchedByUsAlone, type Restored } from "./restored.ts";

export interface Since {
  readonly sinceNs: bigint;
  /** Directories that we opened ourselves: compared by their modification time instead. */
  readonly opened: ReadonlyMap<RawPath, LateTouch>;
  readonly restored: Restored;
  /** Newer, but with the content that is known of it. */
  readonly isSameContent?: IsSameContent;
}

export function isNewer(path: RawPath, entry: DiskEntry, since: Since): boolean {
  const { sinceNs, opened, restored } = since;
  const ours = opened.get(path);
  if (ours !== undefined) return !isAboutAt(entry, ours.mtimeNs);
  const isOlder = ({ ctimeNs }: DiskEntry) => ctimeNs < sinceNs;
  return !isTouchedByUsAlone(isOlder, entry, restored.get(path));
}

/** The first entry below a directory that is newer, or that vanished while reading. */
export function newestBelow(
  directory: RawPath,
  directories: Directories,
  since: Since,
): RawPath | null {
  if (directories.find(directory) === null) throw new DirectoryMoved(directory);
  for (const name of namesIfAny(directories.via(childPath(directory, ".")), directory)) {
    const path = childPath(directory, name);
    const entry = directories.entry(path);
    if (entry === null) return path;
    if (isNewer(path, entry, since) && !since.isSameContent?.(path, entry)) return path;
    if (entry.type !== "directory") continue;
    const inner = newestBelow(path, directories, since);
    if (inner !== null) return inner;
  }
  return null;
}
