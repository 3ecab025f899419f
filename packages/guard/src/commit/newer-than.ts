/** What changed at or after a moment, by the change time that nobody can set by hand. */
import { type Directories, DirectoryMoved } from "./directories.ts";
import type { DiskEntry } from "./disk-entry.ts";
import { namesInIfAny } from "./names-in.ts";
import type { LateTouch } from "./operation.ts";
import { childPath, type RawPath } from "./raw-path.ts";

export interface Since {
  readonly sinceNs: bigint;
  /** Directories that we had to open ourselves: these are known by their time instead. */
  readonly opened: ReadonlyMap<RawPath, LateTouch>;
}

/** What `utimes` cannot say exactly, it says to better than this. */
const TIME_SLACK_NS = 1_000n;

export function isNewer(path: RawPath, entry: DiskEntry, { sinceNs, opened }: Since): boolean {
  const ours = opened.get(path);
  return ours === undefined ? entry.ctimeNs >= sinceNs : !isAboutAt(entry, ours.mtimeNs);
}

export function isAboutAt({ mtimeNs }: DiskEntry, timeNs: bigint): boolean {
  const apart = mtimeNs - timeNs;
  return apart < TIME_SLACK_NS && apart > -TIME_SLACK_NS;
}

/** The first entry below a directory that is newer, or that went while we looked. */
export function newestBelow(
  directory: RawPath,
  directories: Directories,
  since: Since,
): RawPath | null {
  if (directories.find(directory) === null) throw new DirectoryMoved(directory);
  for (const name of namesInIfAny(directories.via(childPath(directory, ".")), directory)) {
    const path = childPath(directory, name);
    const entry = directories.entry(path);
    if (entry === null || isNewer(path, entry, since)) return path;
    if (entry.type !== "directory") continue;
    const inner = newestBelow(path, directories, since);
    if (inner !== null) return inner;
  }
  return null;
}
