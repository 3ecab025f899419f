import { join } from "node:path";
import { isBelow } from "../jail/masks.ts";
import { kindOf, namesIn } from "./places-on-disk.ts";

/** Everything in a directory but what is shown: names that `isShown` allows, and paths of `kept`. */
export function hiddenIn(
  directory: string,
  isShown: (name: string) => boolean,
  kept: readonly string[],
): { readonly directories: readonly string[]; readonly files: readonly string[] } {
  const directories: string[] = [];
  const files: string[] = [];
  for (const name of namesIn(directory)) {
    const path = join(directory, name);
    if (isShown(name) || kept.includes(path)) continue;
    const kind = kindOf(path);
    if (kind === "directory") {
      const inside = kept.filter((each) => isBelow(each, path));
      if (inside.length === 0) directories.push(path);
      else {
        const hidden = hiddenIn(path, () => false, inside);
        directories.push(...hidden.directories);
        files.push(...hidden.files);
      }
    } else if (kind === "file" || kind === "other") files.push(path);
  }
  return { directories, files };
}
