/**
 * System programs that build the jail. They are looked up in system directories, never in PATH,
 * where the user's project could put its own.
 */
import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { errorCode } from "./error-code.ts";

const SYSTEM_DIRECTORIES = [
  "/usr/bin",
  "/bin",
  "/usr/sbin",
  "/sbin",
  "/usr/local/bin",
  "/run/current-system/sw/bin",
];

const found = new Map<string, string>();

/** Null when it is not installed. */
export function systemTool(name: string): string | null {
  const known = found.get(name);
  if (known !== undefined) return known;
  const path = SYSTEM_DIRECTORIES.map((directory) => join(directory, name)).find(isExecutable);
  if (path !== undefined) found.set(name, path);
  return path ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES"].includes(errorCode(error))) {
      return false;
    }
    throw error;
  }
}
