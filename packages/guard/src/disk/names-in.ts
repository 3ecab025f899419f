/** The names in one directory, as bytes and sorted, and the mount it is on. */
import { closeSync, constants, openSync, readdirSync, readFileSync } from "node:fs";
import { invariant } from "@bazaar/kernel";
import { errorCode } from "../error-code.ts";
import { bytesOf, type RawPath } from "./raw-path.ts";

// Needs no permission on the directory itself, which its owner may have closed.
const O_PATH = 0o10000000;
export const HOLD_DIRECTORY = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Below the kernel's 4,096, with room for the names of temporary files. */
export const MAX_PATH_BYTES = 3_900;

/** Directories below /proc that vanish while being read give `ESRCH` or `EINVAL`. */
const NOT_LISTED = new Set([
  ...["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"],
  ...["EACCES", "EPERM", "ESRCH", "EINVAL"],
]);

export function namesIn(directory: RawPath): string[] {
  return readdirSync(bytesOf(directory), { encoding: "latin1" }).sort();
}

/** Empty where there is no directory, or none that may be listed. */
export function namesOrNone(directory: RawPath): string[] {
  try {
    return namesIn(directory);
  } catch (error) {
    if (NOT_LISTED.has(errorCode(error))) return [];
    throw error;
  }
}

/** Compares mounts: an overlay does not show what is mounted inside its tree. */
export function mountOf(directory: RawPath): string {
  const file = openSync(bytesOf(directory), HOLD_DIRECTORY);
  try {
    return mountOfDescriptor(file);
  } finally {
    closeSync(file);
  }
}

export function mountOfDescriptor(file: number): string {
  const mount = /^mnt_id:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${file}`, "utf8"))?.[1];
  invariant(mount !== undefined, "the kernel names no mount for an open directory");
  return mount;
}
