/** Directories that hold too much to be a working tree, or to be shown because somebody asked. */
import { dirname, join } from "node:path";
import { isBelow, isSecretPath } from "../jail/masks.ts";
import { namesIn } from "./places-on-disk.ts";

/** Kernel interfaces and sockets of services: no files of the user. */
export const KERNEL_TREES: readonly string[] = ["/proc", "/sys", "/dev", "/run"];
const HOMES = "/home";
const WIDE = [HOMES, "/etc", "/var/lib", "/usr", ...KERNEL_TREES];

/** One of them, or above one. */
export function isTooWide(path: string, home: string): boolean {
  return [...WIDE, dirname(home)].some((wide) => isBelow(wide, path));
}

/** Neither too wide nor a secret, by its name. */
export function mayBeShown(path: string, home: string): boolean {
  return !isTooWide(path, home) && !isSecretPath(path, home);
}

/** Every home on this machine. */
export function homes(own: string): readonly string[] {
  return [own, "/root", ...namesIn(HOMES).map((name) => join(HOMES, name))];
}
