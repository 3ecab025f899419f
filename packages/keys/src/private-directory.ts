import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a directory and its missing parents, for their owner only. Node's recursive `mkdir` loops
 * forever where the parent exists and `mkdir` still says ENOENT, as in `/proc`.
 */
export function createPrivateDirectory(path: string): void {
  if (existsSync(path)) return;
  createPrivateDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process created it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
