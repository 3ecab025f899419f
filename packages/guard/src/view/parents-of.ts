import { dirname } from "node:path";

/** Every directory above an absolute path, the nearest first. Asking a set is faster than comparing. */
export function parentsOf(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...parentsOf(parent)];
}
