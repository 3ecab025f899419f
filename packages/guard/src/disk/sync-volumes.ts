/** Makes whole file systems durable: one call instead of one per file. */
import type { Directories } from "./directories.ts";
import type { RawPath } from "./raw-path.ts";
import { runOverPaths } from "./run-over-paths.ts";

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
