/**
 * Places that are shown and cannot be written to, as overlays without a layer for writing: such an
 * overlay shows files, but no socket in it answers.
 */
import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { mayAccess } from "../disk/may-access.ts";
import { isBelow } from "../jail/masks.ts";
import type { Mount } from "../jail/mounts.ts";
import type { View } from "../view/plan-view.ts";

/** Case-insensitive names, which overlays do not support. */
const CASELESS = new Set("vfat msdos exfat ntfs ntfs3 fuseblk hfs hfsplus cifs smb3".split(" "));

/** Of the type of a file system. */
export function isCaseless(type: string): boolean {
  return CASELESS.has(type);
}

/** A directory with mounts in it is covered child by child. */
export class Covers {
  readonly covers: string[] = [];
  readonly readOnly: string[] = [];
  readonly links: View["links"][number][] = [];
  readonly #mounts: readonly Mount[];
  readonly #hidden: ReadonlySet<string>;

  constructor({ masks }: View, mounts: readonly Mount[]) {
    this.#mounts = mounts;
    this.#hidden = new Set([...masks.directories, ...masks.files]);
  }

  add(path: string): void {
    if (this.#hidden.has(path)) return;
    if (this.isCaseless(path)) {
      // Without an overlay nothing in it can be hidden.
      if (!this.hasMasks(path)) this.readOnly.push(path);
    } else if (!this.hasMounts(path)) this.covers.push(path);
    else {
      // The directory itself is made; what is in it is shown one by one.
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        const child = join(path, entry.name);
        if (entry.isDirectory() && isReadable(child)) this.add(child);
        else if (entry.isFile() && !this.#hidden.has(child)) this.readOnly.push(child);
        else if (entry.isSymbolicLink()) this.links.push({ at: child, to: readlinkSync(child) });
      }
    }
  }

  hasMounts(tree: string): boolean {
    return this.#mounts.some(({ at }) => at !== tree && isBelow(at, tree));
  }

  isCaseless(tree: string): boolean {
    return isCaseless(mountOf(tree, this.#mounts).type);
  }

  hasMasks(tree: string): boolean {
    return [...this.#hidden].some((path) => isBelow(path, tree));
  }
}

/** The file system that a path is on. */
export function mountOf(path: string, mounts: readonly Mount[]): Pick<Mount, "at" | "type"> {
  const around = mounts.filter(({ at }) => isBelow(path, at));
  return around.toSorted((a, b) => a.at.length - b.at.length).at(-1) ?? { at: "/", type: "" };
}

export function byLength(paths: readonly string[]): readonly string[] {
  return [...paths].sort((a, b) => a.length - b.length);
}

export function isReadable(path: string): boolean {
  return mayAccess(path, "read", "enter");
}
