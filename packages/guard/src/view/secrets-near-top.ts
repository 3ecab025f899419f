/**
 * Secrets near the top of places that are too large to be searched whole: toolchains of the home, and
 * directories of the system where people put their own. What packages hold deeper in them is public.
 */

import { lstatSync } from "node:fs";
import { kindOf, matchesIn } from "./places-on-disk.ts";
import { type Found, hasLogin, searchTree } from "./search-tree.ts";

const DEPTH_IN_TOOLS = 1;
const DEPTH_IN_SYSTEM = 2;
const SYSTEM = ["/usr/local", "/usr/src"];
/** Settings for all users of one version of Node.js. */
const DEEP_SETTINGS = [
  ".nvm/versions/node/*/etc/npmrc",
  ".local/share/fnm/node-versions/*/installation/etc/npmrc",
  ".asdf/installs/nodejs/*/etc/npmrc",
  ".local/share/mise/installs/node/*/etc/npmrc",
];

/** @throws SearchFailed */
export function secretsNearTop(
  tools: readonly string[],
  home: string,
  without: ReadonlySet<string>,
): Pick<Found, "files" | "directories"> {
  const search = (depth: number) => (top: string) =>
    kindOf(top) === "directory"
      ? [searchTree({ top, without, seen: new Map(), nowMs: 0, gid: null, depth })]
      : [];
  const found = [
    ...tools.flatMap(search(DEPTH_IN_TOOLS)),
    ...SYSTEM.flatMap(search(DEPTH_IN_SYSTEM)),
  ];
  const deep = DEEP_SETTINGS.flatMap((pattern) => matchesIn(home, pattern)).filter(
    (path) => kindOf(path) === "file" && hasLogin(path, lstatSync(path).size),
  );
  return {
    directories: found.flatMap(({ directories }) => directories),
    files: [...found.flatMap(({ files }) => files), ...deep],
  };
}
