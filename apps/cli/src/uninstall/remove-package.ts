import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { quoteWord } from "@bazaar/work";

const IN_PACKAGE = /^(.*)\/node_modules\/(@[^/]+\/[^/]+)\//;

/** What a person types, or does, to remove the program that runs. `node`: the one that runs it. */
export function removePackage(program: string, node = process.execPath): string {
  const [, folder, name] = IN_PACKAGE.exec(realpathSync(program)) ?? [];
  if (folder === undefined || name === undefined) return "delete the checkout that fix runs from";
  // npm's own prefix is above the directory of its Node.
  const prefix = folder.replace(/\/lib$/, "") || "/";
  const option = prefix === dirname(dirname(node)) ? "" : ` --prefix ${quoteWord(prefix)}`;
  return folder.endsWith("/lib")
    ? `npm uninstall -g${option} ${name}`
    : `npm uninstall ${name} in ${folder === "" ? "/" : folder}`;
}
