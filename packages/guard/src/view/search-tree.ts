/**
 * Searches a tree for secrets, and for pipes, sockets and devices, without a cut-off.
 *
 * A directory whose times and inode have not changed still has the same names in it, so that what
 * was found is remembered. File times move in ticks: a directory that changed just before it was
 * read is read again.
 */
import { type Dirent, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../error-code.ts";
import { holdsCredentials } from "./credentials-in-text.ts";
import { isKeyName } from "./key-material.ts";
import { secretKind } from "./secret-names.ts";
import { KERNEL_TREES } from "./wide-places.ts";

export interface Found {
  readonly files: readonly string[];
  readonly directories: readonly string[];
  /** Pipes, sockets and devices. */
  readonly special: readonly string[];
  /** Files that may hold a private key, by their name. */
  readonly keys: readonly string[];
  /** Directories of another group than the user's main one. */
  readonly otherGroups: readonly string[];
  /** How many names there are. */
  readonly entries: number;
}

/** What is known about one directory. */
export interface SeenDirectory {
  readonly ino: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly entries: number;
  readonly directories: readonly string[];
  /** Names to look at again each time. */
  readonly secrets: readonly string[];
  readonly special: readonly string[];
  readonly keys: readonly string[];
}

export type SeenTree = Map<string, SeenDirectory>;

/** The tree cannot be searched completely, so nothing of it may be shown. */
export class SearchFailed extends Error {
  override name = "SearchFailed";
}

const MAX_ENTRIES = 5_000_000;
const MAX_SETTINGS_BYTES = 2 ** 20;
/** Longer than any file system's tick. */
const TICK_MS = 2_000;
const MAX_SHOWN = 200;
/** What Node puts in place of bytes that are not UTF-8. */
export const REPLACEMENT = "\ufffd";

export interface TreeSearch {
  readonly top: string;
  /** Not entered. */
  readonly without: ReadonlySet<string>;
  /** Updated. */
  readonly seen: SeenTree;
  readonly nowMs: number;
  /** The user's main group; null if groups do not matter. */
  readonly gid: number | null;
  /** How many levels of directories below the top are read; all, if not said. */
  readonly depth?: number;
}

/** Links are followed only to see what a secret is. @throws SearchFailed */
export function searchTree(search: TreeSearch): Found {
  const { top, without, seen, nowMs, gid, depth = Number.POSITIVE_INFINITY } = search;
  const found = { files: [] as string[], directories: [] as string[], special: [] as string[] };
  const otherGroups: string[] = [];
  const keys: string[] = [];
  const waiting = [top];
  let entries = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const looked = lookInto(path, seen, nowMs);
    if (looked === null) continue;
    const { directory } = looked;
    if (gid !== null && looked.gid !== gid) otherGroups.push(path);
    entries += directory.entries;
    if (entries > MAX_ENTRIES) {
      throw new SearchFailed(`${top} has more than ${MAX_ENTRIES} files: run it further down`);
    }
    for (const name of directory.special) found.special.push(join(path, name));
    for (const name of directory.keys) keys.push(join(path, name));
    const hidden = new Set<string>();
    for (const name of directory.secrets) {
      const secret = located(join(path, name), name);
      if (secret === null) continue;
      found[secret.isDirectory ? "directories" : "files"].push(secret.path);
      hidden.add(name);
    }
    const level = path.slice(top.length).split("/").length;
    for (const name of level > depth ? [] : directory.directories) {
      const child = join(path, name);
      if (!hidden.has(name) && !without.has(child) && !KERNEL_TREES.includes(child))
        waiting.push(child);
    }
  }
  return { ...found, keys, otherGroups, entries };
}

interface Looked {
  readonly directory: SeenDirectory;
  readonly gid: number;
}

function lookInto(path: string, seen: SeenTree, nowMs: number): Looked | null {
  try {
    const { ino, mtimeMs, ctimeMs, gid } = lstatSync(path);
    const known = seen.get(path);
    if (known?.ino === ino && known.mtimeMs === mtimeMs && known.ctimeMs === ctimeMs) {
      return { directory: known, gid };
    }
    const read = {
      ino,
      mtimeMs,
      ctimeMs,
      ...sorted(path, readdirSync(path, { withFileTypes: true })),
    };
    if (Math.max(mtimeMs, ctimeMs) < nowMs - TICK_MS) seen.set(path, read);
    else seen.delete(path);
    return { directory: read, gid };
  } catch (error) {
    if (!isAbsent(error)) throw notSearched(path, error);
    seen.delete(path);
    // What cannot be read from here cannot be read from inside either, but a name that is not
    // UTF-8 can: it only cannot be written down here.
    if (!path.includes(REPLACEMENT)) return null;
    throw new SearchFailed(`${JSON.stringify(path)} has a name that is not UTF-8: rename it`);
  }
}

function sorted(path: string, entries: readonly Dirent[]) {
  const directories: string[] = [];
  const secrets: string[] = [];
  const special: string[] = [];
  const keys: string[] = [];
  for (const entry of entries) {
    const { name } = entry;
    const isDirectory = entry.isDirectory();
    if (isDirectory) directories.push(name);
    if (secretKind(`${path}/${name}`, name) !== null) {
      if (name.includes(REPLACEMENT)) {
        throw new SearchFailed(`${JSON.stringify(join(path, name))} is not UTF-8: rename it`);
      }
      secrets.push(name);
    } else if (entry.isFile()) {
      if (isKeyName(name)) keys.push(name);
    } else if (!isDirectory && !entry.isSymbolicLink()) special.push(name);
  }
  return { entries: entries.length, directories, secrets, special, keys };
}

/** Where a secret really is. A symbolic link is followed, because a jail follows it too. */
function located(path: string, name: string): { path: string; isDirectory: boolean } | null {
  try {
    const real = realpathSync(path);
    const stats = lstatSync(real);
    if (stats.isDirectory()) {
      // A directory with the name of a settings file is none.
      return secretKind(path, name) === "secret" ? { path: real, isDirectory: true } : null;
    }
    if (!stats.isFile()) return null;
    if (secretKind(path, name) === "perhaps" && !hasLogin(real, stats.size)) return null;
    return { path: real, isDirectory: false };
  } catch (error) {
    if (isAbsent(error)) return null;
    throw notSearched(path, error);
  }
}

/** Settings too long to be settings are hidden. */
export function hasLogin(path: string, size: number): boolean {
  return size > MAX_SETTINGS_BYTES || holdsCredentials(readFileSync(path, "utf8"));
}

/** A path that is too long, a file system that does not answer. */
function notSearched(path: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === "") return error;
  const shown = JSON.stringify(path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN)}…` : path);
  const problem =
    code === "ENAMETOOLONG"
      ? "is longer than a path can be: shorten the names in it"
      : `cannot be read (${code}): unmount or remove it`;
  return new SearchFailed(`${shown} ${problem}`);
}

function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP"].includes(errorCode(error));
}
