import { realpathSync } from "node:fs";

const IN_PACKAGE = /^(.*)\/node_modules\/(@[^/]+\/[^/]+)\//;

/** What a person types, or does, to remove the program that runs. */
export function removePackage(program: string): string {
  const [, folder, name] = IN_PACKAGE.exec(realpathSync(program)) ?? [];
  if (folder === undefined || name === undefined) return "delete the checkout that fix runs from";
  return folder.endsWith("/lib")
    ? `npm uninstall -g ${name}`
    : `npm uninstall ${name} in ${folder === "" ? "/" : folder}`;
}
