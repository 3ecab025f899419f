/**
 * Which programs this machine has. A test that needs one the machine may lack is skipped without
 * it, and its title says so, because a run lists what it skipped by title:
 *
 *   test.skipIf(!hasProgram("zsh"))("zsh reads its completion script (needs zsh)", …);
 */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Not in every user's PATH, although every user may run most of what is there. */
const SYSTEM_DIRECTORIES = ["/usr/local/sbin", "/usr/sbin", "/sbin"];

export function hasProgram(...names: readonly string[]): boolean {
  const directories = [...(process.env.PATH ?? "").split(delimiter), ...SYSTEM_DIRECTORIES];
  return names.every((name) => directories.some((folder) => isExecutable(join(folder, name))));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
