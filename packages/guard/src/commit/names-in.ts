/** The names in one directory, raw and sorted; the mount they lie on; a way to open it up. */
import { chmodSync, closeSync, constants, openSync, readdirSync, readFileSync } from "node:fs";
import { invariant } from "@bazaar/kernel";
import { errorCode } from "../error-code.ts";
import { entryAt } from "./disk-entry.ts";
import { isOpenToOwner, OWNER_ALL } from "./owner-access.ts";
import { bytesOf, childPath, type RawPath } from "./raw-path.ts";
import { Refused } from "./refusal.ts";

// Asks for no permission on the directory itself: an ordinary user may have closed it.
const O_PATH = 0o10000000;
export const HOLD_DIRECTORY = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Below the kernel's 4,096, with room for the names of temporary files. */
export const MAX_PATH_BYTES = 3_900;

export function namesIn(directory: RawPath): string[] {
  return readdirSync(bytesOf(directory), { encoding: "latin1" }).sort();
}

/** For a directory that may be gone, or never was one, by the time we look. */
export function namesInIfAny(directory: RawPath, known: RawPath = directory): string[] {
  try {
    return namesIn(directory);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    if (code === "EACCES") throw new Refused({ code: "unreadable_directory", path: known });
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

/**
 * An ordinary user cannot list his own directory without permissions, nor move it: such ones are
 * opened in the layer, which is thrown away, and the mode they shall have is remembered. It is
 * done through the mounted side, because an overlay remembers the modes it has seen.
 */
export function openUp(
  { upper, merged }: { readonly upper: RawPath; readonly merged: RawPath },
  wanted: Map<RawPath, number>,
  levels: number,
): void {
  // What lies deeper is refused by the walk.
  if (levels === 0 || Math.max(upper.length, merged.length) > MAX_PATH_BYTES) return;
  const entry = entryAt(upper);
  if (entry?.type !== "directory") return;
  if (!isOpenToOwner(entry.mode) && isMine(entry.uid)) {
    wanted.set(upper, entry.mode);
    chmodSync(bytesOf(merged), entry.mode | OWNER_ALL);
  }
  const names = readdirSync(bytesOf(upper), { encoding: "latin1", withFileTypes: true });
  for (const { name } of names.filter((each) => each.isDirectory())) {
    const inner = { upper: childPath(upper, name), merged: childPath(merged, name) };
    openUp(inner, wanted, levels - 1);
  }
}

function isMine(uid: number): boolean {
  return uid === process.geteuid?.();
}
