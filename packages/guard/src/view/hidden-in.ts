import { join } from "node:path";
import { parentsOf } from "./parents-of.ts";
import { entriesIn } from "./places-on-disk.ts";

/** Everything in a directory but what is shown: names that `isShown` allows, and paths of `kept`. */
export function hiddenIn(
  top: string,
  isShown: (name: string) => boolean,
  kept: readonly string[],
): { readonly directories: readonly string[]; readonly files: readonly string[] } {
  const shown = new Set(kept);
  const aroundShown = new Set(kept.flatMap(parentsOf));
  const directories: string[] = [];
  const files: string[] = [];
  const look = (directory: string): void => {
    for (const { name, kind } of entriesIn(directory)) {
      const path = join(directory, name);
      if (shown.has(path) || (directory === top && isShown(name))) continue;
      if (kind === "file" || kind === "other") files.push(path);
      else if (kind === "directory" && aroundShown.has(path)) look(path);
      else if (kind === "directory") directories.push(path);
    }
  };
  look(top);
  return { directories, files };
}
