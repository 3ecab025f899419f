/**
 * Directories held open, so that a name means the same file from check to change.
 *
 * Each is opened from the root one step at a time, never through a symbolic link, and used through
 * its descriptor (`/proc/self/fd/N/name`). Swapping a parent for a link moves the path, not the
 * descriptor.
 */
import { closeSync, fstatSync, openSync } from "node:fs";
import { errorCode } from "../error-code.ts";
import { type DiskEntry, entryAt } from "./disk-entry.ts";
import { HOLD_DIRECTORY, mountOfDescriptor } from "./names-in.ts";
import { asRaw, bytesOf, childPath, nameOf, parentPath, type RawPath } from "./raw-path.ts";

const MAX_OPEN = 128;
const NOT_A_DIRECTORY = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

/** A directory of the plan is gone, or was replaced. */
export class DirectoryMoved extends Error {
  override name = "DirectoryMoved";
  readonly path: RawPath;

  constructor(path: RawPath) {
    super(`not the directory it was: ${path}`);
    this.path = path;
  }
}

export interface HeldDirectory {
  readonly descriptor: number;
  readonly ino: bigint;
  readonly dev: bigint;
  /** Filled on first use. */
  volume: string | null;
}

export class Directories implements Disposable {
  readonly #held = new Map<RawPath, HeldDirectory>();

  /** Null when the path does not lead to a directory without symbolic links. */
  find(path: RawPath): HeldDirectory | null {
    const held = this.#held.get(path);
    if (held !== undefined) {
      // Moved to the end: the first one is closed first.
      this.#held.delete(path);
      this.#held.set(path, held);
      return held;
    }
    const at = path === "/" ? path : this.#within(parentPath(path), nameOf(path));
    return at === null ? null : this.#hold(path, at);
  }

  /** The entry at a path; the root has no directory to go through. */
  entry(path: RawPath): DiskEntry | null {
    return entryAt(path === "/" ? path : this.via(path));
  }

  /** A path to a name through its open directory, for any call that takes a path. */
  via(path: RawPath): RawPath {
    const at = this.#within(parentPath(path), nameOf(path));
    if (at === null) throw new DirectoryMoved(parentPath(path));
    return at;
  }

  /** The same for programs that we start. */
  viaForOthers(path: RawPath): RawPath {
    return asRaw(this.via(path).replace("/proc/self/", `/proc/${process.pid}/`));
  }

  /** What a rename must not cross. */
  volumeOf(path: RawPath): string {
    const held = this.find(path);
    if (held === null) throw new DirectoryMoved(path);
    held.volume ??= `${mountOfDescriptor(held.descriptor)}:${held.dev}`;
    return held.volume;
  }

  /** Directories that moved must be found again. */
  forget(): void {
    for (const { descriptor } of this.#held.values()) closeSync(descriptor);
    this.#held.clear();
  }

  [Symbol.dispose](): void {
    this.forget();
  }

  #within(directory: RawPath, name: string): RawPath | null {
    const held = this.find(directory);
    return held && childPath(asRaw(`/proc/self/fd/${held.descriptor}`), name);
  }

  #hold(path: RawPath, at: RawPath): HeldDirectory | null {
    try {
      const descriptor = openSync(bytesOf(at), HOLD_DIRECTORY);
      const { ino, dev } = fstatSync(descriptor, { bigint: true });
      const held = { descriptor, ino, dev, volume: null };
      this.#held.set(path, held);
      this.#closeOldest();
      return held;
    } catch (error) {
      if (NOT_A_DIRECTORY.has(errorCode(error))) return null;
      throw error;
    }
  }

  #closeOldest(): void {
    if (this.#held.size <= MAX_OPEN) return;
    const [oldest] = this.#held;
    if (oldest === undefined) return;
    this.#held.delete(oldest[0]);
    closeSync(oldest[1].descriptor);
  }
}
