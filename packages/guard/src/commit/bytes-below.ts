/** What a backup takes up. What cannot be read counts as 0. */
import type { Directories } from "../disk/directories.ts";
import { entryAt } from "../disk/disk-entry.ts";
import { namesOrNone } from "../disk/names-in.ts";
import { childPath, type RawPath } from "../disk/raw-path.ts";

export function bytesBelow(directories: Directories, top: RawPath): bigint {
  if (directories.find(top) === null) return 0n;
  const waiting = [directories.via(childPath(top, "."))];
  let bytes = 0n;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const name of namesOrNone(path)) {
      const inner = childPath(path, name);
      const entry = entryAt(inner);
      if (entry?.type === "directory") waiting.push(inner);
      else bytes += entry?.size ?? 0n;
    }
  }
  return bytes;
}
