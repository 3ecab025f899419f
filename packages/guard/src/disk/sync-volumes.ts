/** Makes files durable: one by one, or whole file systems with one call instead of one per file. */
import { closeSync, constants, fsyncSync, openSync } from "node:fs";
import { errorCode } from "../error-code.ts";
import type { Directories } from "./directories.ts";
import { bytesOf, type RawPath } from "./raw-path.ts";
import { runOverPaths } from "./run-over-paths.ts";

const ENTRY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** Closed to this user, or on a file system that syncs no directories. */
const NOT_BY_ITSELF = new Set(["EACCES", "EPERM", "EINVAL", "ENOTSUP"]);

/** The disk failed to store what was written. */
export class SyncFailed extends Error {
  override name = "SyncFailed";
}

/** Every volume that holds one of these directories, once. Missing directories are skipped. */
export async function syncVolumes(
  directories: Directories,
  paths: readonly RawPath[],
): Promise<void> {
  const volumes = new Map<string, RawPath>();
  for (const path of paths) {
    if (directories.find(path) !== null) volumes.set(directories.volumeOf(path), path);
  }
  if (volumes.size === 0) return;
  const { exitCode, stderr } = await runOverPaths(["sync", "-f", "--"], [...volumes.values()]);
  if (exitCode !== 0) throw new SyncFailed(stderr.trim());
}

/** These files and directories, each by itself. False where one of them cannot be synced so. */
export function syncEntries(directories: Directories, paths: Iterable<RawPath>): boolean {
  try {
    for (const path of paths) syncEntry(path === "/" ? path : directories.via(path));
    return true;
  } catch (error) {
    if (NOT_BY_ITSELF.has(errorCode(error))) return false;
    throw error;
  }
}

function syncEntry(path: RawPath): void {
  const file = openSync(bytesOf(path), ENTRY);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
