/**
 * What a commit put in place, by content. A command that runs after it often writes the same bytes
 * again; by change times alone nothing of that could be undone. What is too large is not read, and
 * then judged by its change time, as is everything if a crash lost this record: it is beside the
 * journal, and nothing waits until it is on the disk.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Directories } from "../disk/directories.ts";
import { type DiskEntry, type DiskEntryType, hasSameOwnerAndMode } from "../disk/disk-entry.ts";
import { namesOrNone } from "../disk/names-in.ts";
import { OWNER_ALL } from "../disk/owner-access.ts";
import { bytesOf, childPath, nameOf, parentPath, type RawPath } from "../disk/raw-path.ts";
import { errorCode } from "../error-code.ts";
import type { Operation } from "./operation.ts";
import { indexDigest } from "./places/git-index.ts";
import { bytesIfAny } from "./places/text-if-any.ts";
import { digestOfFile } from "./same-content.ts";

/** An entry as it was put in place. */
interface Content {
  readonly path: RawPath;
  readonly type: DiskEntryType;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Of a file's bytes or a link's target; null for anything else. */
  readonly digest: string | null;
}

/** Of one commit. Reading this much takes about a second. */
const MAX_BYTES = 256n * 1024n * 1024n;
const MAX_ENTRIES = 20_000;
const MAX_INDEX_BYTES = 64n * 1024n * 1024n;

/** Of everything that waits to be put in place. */
export function contentsOf(
  operations: readonly Operation[],
  directories: Directories,
  maxBytes: bigint = MAX_BYTES,
): Content[] {
  const contents: Content[] = [];
  let bytes = 0n;
  const waiting = operations.flatMap(({ path, fresh }) =>
    fresh === null || fresh.linkTo !== null ? [] : [{ path, at: fresh.from }],
  );
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (contents.length >= MAX_ENTRIES) break;
    const { path, at } = next;
    const entry = directories.entry(at);
    if (entry === null) continue;
    if (entry.type === "file") bytes += entry.size;
    if (entry.type === "file" && bytes > maxBytes) continue;
    const { type, mode, uid, gid } = entry;
    const digest = digestOf(at, entry, { directories, name: nameOf(path) });
    contents.push({ path, type, mode, uid, gid, digest });
    if (type !== "directory" || directories.find(at) === null) continue;
    for (const name of namesOrNone(directories.via(childPath(at, ".")))) {
      waiting.push({ path: childPath(path, name), at: childPath(at, name) });
    }
  }
  return contents;
}

interface Named {
  readonly directories: Directories;
  /** The one that it has, or will have. */
  readonly name: string;
}

/** Of an index of git it is what git stages, without what git remembers of the disk. */
function digestOf(path: RawPath, entry: DiskEntry, { directories, name }: Named): string | null {
  if (entry.type === "file") {
    const isIndex = name === "index" && entry.size <= MAX_INDEX_BYTES;
    const bytes = isIndex ? bytesIfAny(directories.via(path)) : null;
    return (bytes && indexDigest(bytes)) ?? digestOfFile(directories.via(path));
  }
  if (entry.type !== "symlink" || entry.target === null) return null;
  return createHash("sha256").update(bytesOf(entry.target)).digest("hex");
}

const CONTENTS = "contents.json";
const PRIVATE = 0o600;

export function writeContents(commitDirectory: string, contents: readonly Content[]): void {
  writeFileSync(join(commitDirectory, CONTENTS), JSON.stringify(contents), { mode: PRIVATE });
}

/** Empty if it was lost, or never written. */
export function readContents(commitDirectory: string): readonly Content[] {
  try {
    return JSON.parse(readFileSync(join(commitDirectory, CONTENTS), "utf8")) as Content[];
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** Whether what is there now is what a commit put there, perhaps written again. */
export type IsSameContent = (path: RawPath, now: DiskEntry) => boolean;

export interface PutInPlace {
  readonly contents: readonly Content[];
  readonly operations: readonly Operation[];
  /** Modes that closed directories have apart from ours; see `closed-after-commit.ts`. */
  readonly opened: ReadonlyMap<RawPath, { readonly mode: number }>;
}

export function sameContent(known: PutInPlace, directories: Directories): IsSameContent {
  const contents = new Map(known.contents.map((content) => [content.path, content]));
  const links = new Map(known.operations.map(({ path, fresh }) => [path, fresh?.linkTo ?? path]));
  const put = known.operations.flatMap(({ path, fresh }) => (fresh === null ? [] : [path]));
  const names = Map.groupBy(new Set([...contents.keys(), ...put]), parentPath);
  return (path, now) => {
    const content = contents.get(links.get(path) ?? path);
    if (content === undefined || content.type !== now.type) return false;
    const mode = known.opened.has(path) ? content.mode | OWNER_ALL : content.mode;
    if (!hasSameOwnerAndMode(now, { ...content, mode })) return false;
    if (now.type === "directory") {
      const inside = (names.get(path) ?? []).map(nameOf).sort();
      return hasNames(path, inside, directories);
    }
    const digest = digestOf(path, now, { directories, name: nameOf(path) });
    return content.digest !== null && content.digest === digest;
  };
}

function hasNames(path: RawPath, names: readonly string[], directories: Directories): boolean {
  if (directories.find(path) === null) return false;
  const now = namesOrNone(directories.via(childPath(path, ".")));
  return now.length === names.length && now.every((name, n) => name === names[n]);
}
