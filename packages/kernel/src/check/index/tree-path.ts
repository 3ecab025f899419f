/** Whether a path names a file inside a tree, on every system alike. */
const MAX_TREE_PATH = 1_000;

export function isTreePath(path: string): boolean {
  if (path.length > MAX_TREE_PATH || !path.isWellFormed() || /[\\\p{Cc}]/u.test(path)) return false;
  // The empty name is that of an absolute path, of a double slash and of one at the end.
  return !path.split("/").some((name) => name === "" || name === "." || name === "..");
}
