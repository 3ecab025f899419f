import { isBelow } from "../jail/masks.ts";
import { defaultStateDirectory } from "../sandbox/state-directory.ts";
import { holdsPrivateKey } from "./key-material.ts";
import { searchRemembered } from "./remembered-search.ts";
import { REPLACEMENT, SearchFailed } from "./search-tree.ts";
import { KERNEL_TREES } from "./wide-places.ts";

/** Keys with a usual name in a tree, all of them. Links are not followed. @throws SearchFailed */
export function privateKeysBelow(
  top: string,
  stateDirectory = defaultStateDirectory(process.getuid?.() ?? 0, process.env),
): readonly string[] {
  if (KERNEL_TREES.some((tree) => isBelow(top, tree))) return [];
  const { keys } = searchRemembered(top, new Set([stateDirectory]), stateDirectory, null);
  const odd = keys.find((path) => path.includes(REPLACEMENT));
  if (odd !== undefined) {
    throw new SearchFailed(`${JSON.stringify(odd)} has a name that is not UTF-8: rename it`);
  }
  return keys.filter(holdsPrivateKey);
}
