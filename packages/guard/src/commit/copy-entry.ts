/** Copies one entry, or a whole tree, with everything that belongs to it. */
import type { Directories } from "../disk/directories.ts";
import { type RawPath, shownPath } from "../disk/raw-path.ts";
import { runOverPaths } from "../disk/run-over-paths.ts";

/** The copy could not be made: no space, no permission, a disk that fails. */
export class CopyFailed extends Error {
  override name = "CopyFailed";
}

const COPY = ["cp", "-a", "--reflink=auto", "--sparse=auto", "-T", "--"];

export async function copyEntry(
  directories: Directories,
  from: RawPath,
  to: RawPath,
): Promise<void> {
  const pair = [directories.viaForOthers(from), directories.viaForOthers(to)];
  const { exitCode, stderr } = await runOverPaths(COPY, pair);
  if (exitCode !== 0) throw new CopyFailed(`cannot copy ${shownPath(from)}: ${stderr.trim()}`);
}
