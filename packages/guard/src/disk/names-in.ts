/** The names in one directory, raw and sorted, and the mount they lie on. */
import { closeSync, constants, openSync, readdirSync, readFileSync } from "node:fs";
import { invariant } from "@bazaar/kernel";
import { errorCode } from "../error-code.ts";
import { bytesOf, type RawPath } from "./raw-path.ts";

// Asks for no permission on the directory itself: an ordinary user may have closed it.
const O_PATH = 0o10000000;
export const HOLD_DIRECTORY = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Below the kernel's 4,096, with room for the names of temporary files. */
export const MAX_PATH_BYTES = 3_900;

/** A directory that ends while it is read answers `ESRCH` or `EINVAL` below /proc. */
const NOT_LISTED = new Set([
  ...["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"],
  ...["EACCES", "EPERM", "ESRCH", "EINVAL"],
]);

export function namesIn(directory: RawPath): string[] {
  return readdirSync(bytesOf(directory), { encoding: "latin1" }).sort();
}

/** None where no directory is, or where it is not for us to list. */
export function namesOrNone(directory: RawPath): string[] {
  try {
    return namesIn(directory);
  } catch (error) {
    if (NOT_LISTED.has(errorCode(error))) return [];
    throw error;
  }
}

/** Two paths on one mount: only there is what `readdir` shows what an overlay of it shows. */
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
