/**
 * Removes what a command wrote: also directories without permissions, and names and depths that no
 * path can hold.
 *
 * Every directory is held open, never through a symbolic link, and its entries are named through
 * its descriptor, so that swapping a directory for a link leads nowhere else. What is mounted in
 * the tree is not entered.
 */
import { randomUUID } from "node:crypto";
import { chmodSync, closeSync, fstatSync, openSync, renameSync } from "node:fs";
import { readdir, rmdir, unlink } from "node:fs/promises";
import { errorCode } from "../error-code.ts";
import { HOLD_DIRECTORY, mountOfDescriptor } from "./names-in.ts";
import { isOpenToOwner, isRoot, OWNER_ALL } from "./owner-access.ts";
import { asRaw, bytesOf, childPath, type RawPath, rawPath } from "./raw-path.ts";

/** The system refused; the path is named so that a person can remove it. */
export class NotRemoved extends Error {
  override name = "NotRemoved";

  constructor(path: string, cause: unknown) {
    super(`could not remove ${path}; remove it yourself`, { cause });
  }
}

const PERMISSIONS = 0o7777;
/** Directories held open at once; deeper ones are moved up to the top first. */
const MAX_LEVELS = 64;
/** Files removed at the same time. */
const AT_ONCE = 32;
/** How often it is tried again while another process writes into it. */
const MAX_ATTEMPTS = 5;
const IS_NO_DIRECTORY = new Set(["ENOTDIR", "ELOOP"]);
const CHANGED_MEANWHILE = new Set(["ENOTEMPTY", "EEXIST", "EISDIR", "ENOTDIR"]);

/** @throws NotRemoved */
export async function removeTree(path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await removeEntry({ at: rawPath(path), top: null, level: 0 });
      return;
    } catch (cause) {
      const mayHelp = attempt < MAX_ATTEMPTS && CHANGED_MEANWHILE.has(errorCode(cause));
      if (!mayHelp) throw new NotRemoved(path, cause);
    }
  }
}

/** The root of the tree. */
interface Top {
  readonly way: RawPath;
  readonly mount: string;
  /** Whether something was moved up to it since it was listed. */
  hasMore: boolean;
}

interface Entry {
  readonly at: RawPath;
  /** Null for the tree itself. */
  readonly top: Top | null;
  readonly level: number;
}

async function removeEntry(entry: Entry): Promise<void> {
  const directory = held(entry.at);
  if (directory === "gone") return;
  if (directory === "no directory") return removeFile(entry.at);
  try {
    const way = asRaw(`/proc/self/fd/${directory}`);
    openToOwner(directory, way);
    const mount = mountOfDescriptor(directory);
    const top = entry.top ?? { way, mount, hasMore: false };
    if (mount !== top.mount) throw new Error("something is mounted in it");
    if (entry.level === MAX_LEVELS) return bringUp(entry.at, top);
    const inner = { top, level: entry.level + 1 };
    await removeInside(way, inner);
    while (entry.top === null && top.hasMore) {
      top.hasMore = false;
      await removeInside(way, inner);
    }
  } finally {
    closeSync(directory);
  }
  await removeEmpty(entry.at);
}

async function removeInside(way: RawPath, inner: Omit<Entry, "at">): Promise<void> {
  const all = await readdir(bytesOf(way), { encoding: "latin1", withFileTypes: true });
  const files = all.filter((entry) => !entry.isDirectory());
  for (let first = 0; first < files.length; first += AT_ONCE) {
    const some = files.slice(first, first + AT_ONCE);
    await Promise.all(some.map(({ name }) => removeFile(childPath(way, name))));
  }
  for (const { name } of all.filter((entry) => entry.isDirectory())) {
    await removeEntry({ ...inner, at: childPath(way, name) });
  }
}

function bringUp(at: RawPath, top: Top): void {
  renameSync(bytesOf(at), bytesOf(childPath(top.way, randomUUID())));
  top.hasMore = true;
}

function held(at: RawPath): number | "gone" | "no directory" {
  try {
    return openSync(bytesOf(at), HOLD_DIRECTORY);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "gone";
    if (IS_NO_DIRECTORY.has(errorCode(error))) return "no directory";
    throw error;
  }
}

/** Waits outside of this thread: where a holder mounted something, the kernel takes milliseconds. */
async function removeEmpty(at: RawPath): Promise<void> {
  try {
    await rmdir(bytesOf(at));
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

async function removeFile(at: RawPath): Promise<void> {
  try {
    await unlink(bytesOf(at));
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

/** By its descriptor, so that no other directory's mode changes. */
function openToOwner(directory: number, way: RawPath): void {
  const mode = fstatSync(directory).mode & PERMISSIONS;
  if (!isRoot() && !isOpenToOwner(mode)) chmodSync(bytesOf(way), mode | OWNER_ALL);
}
