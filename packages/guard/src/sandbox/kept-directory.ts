/**
 * Kept layers are named `kept-<id>-<generation>`, beside the open sandboxes. A generation is
 * written once and never changed: reopening works on a copy, and keeping it again writes the next
 * generation. A process that is killed in between leaves the previous one.
 */
import { lstatSync, renameSync } from "node:fs";
import { join } from "node:path";
import { directoryIdentity } from "../disk/identity.ts";
import { namesOrNone } from "../disk/names-in.ts";
import { isPrivatePath } from "../disk/private-path.ts";
import { rawPath } from "../disk/raw-path.ts";
import { removeTree } from "../disk/remove-tree.ts";
import { syncDirectory } from "../disk/sync-directory.ts";
import { errorCode } from "../error-code.ts";
import { ownedName } from "../jail/owner.ts";
import { FIX_COPY } from "./copy-store.ts";
import { type KeptRecord, type Read, readRecord } from "./kept-record.ts";
import type { KeptSandbox } from "./kept-sandbox.ts";
import { FIX_UPPERS } from "./overlay-store.ts";
import { MARKER, SCRATCH_DIRECTORY } from "./state-directory.ts";

export interface KeptDirectory {
  readonly id: string;
  readonly generation: number;
  readonly base: string;
  readonly path: string;
}

const NAME = /^kept-([0-9a-f]{16})-([1-9]\d{0,8})$/;
const PRIVATE = 0o700;
const PERMISSIONS = 0o7777;
const FIX_PATHS = { overlay: FIX_UPPERS, copy: FIX_COPY } as const;

export function keptDirectory(base: string, id: string, generation: number): KeptDirectory {
  return { id, generation, base, path: join(base, `kept-${id}-${generation}`) };
}

/** All generations below one base, older ones first. */
function keptDirectories(base: string): readonly KeptDirectory[] {
  return namesOrNone(rawPath(base))
    .flatMap((name) => {
      const [, id, generation] = NAME.exec(name) ?? [];
      return id === undefined ? [] : [keptDirectory(base, id, Number(generation))];
    })
    .sort((one, other) => one.generation - other.generation);
}

/** The newest generation of each; what is older was replaced by it. */
export function newestKept(base: string): readonly KeptDirectory[] {
  return [...new Map(keptDirectories(base).map((kept) => [kept.id, kept])).values()];
}

/**
 * The record of an intact kept layer, or what is wrong with it. Whether it still fits the machine
 * is checked later.
 */
export function readKept(kept: KeptDirectory): Read<KeptRecord> {
  if (!isPrivatePath(kept.base)) return problem(`${kept.base} can be written by other users`);
  if (!isOwnDirectory(kept.path, PRIVATE)) {
    return problem(`${kept.path} is not a private directory of this user`);
  }
  const record = readRecord(kept.path);
  if (!record.ok) return record;
  const { id, uid, openedAtNs } = record.value;
  if (id !== kept.id) return problem(`its record belongs to ${JSON.stringify(id)}`);
  if (uid !== process.geteuid?.()) return problem(`its record belongs to user ${uid}`);
  const missing = partsOf(kept.path, record.value).find((path) => inodeOf(path) === null);
  if (missing !== undefined) return problem(`${missing} is not a directory`);
  const marker = lstatSync(join(kept.path, MARKER), { bigint: true, throwIfNoEntry: false });
  // A change time cannot be set. A later opening time would hide changes that the user made before
  // it.
  if (!marker?.isFile() || openedAtNs > marker.ctimeNs) {
    return problem("its record has a wrong opening time");
  }
  return record;
}

/** Every directory that reopening relies on. */
function partsOf(path: string, { kind, trees, scratch }: KeptRecord): readonly string[] {
  const layer = join(path, FIX_PATHS[kind]);
  const empty = join(path, SCRATCH_DIRECTORY);
  return [
    ...[join(path, FIX_COPY), layer],
    ...(kind === "overlay" ? trees.map((_, index) => join(layer, String(index))) : []),
    ...(scratch.length > 0 ? [empty, ...scratch.map((_, index) => join(empty, `${index}`))] : []),
  ];
}

export function keptSandbox(record: KeptRecord): KeptSandbox {
  const { id, keptAtMs, directory, kind, label } = record;
  return { id, keptAtMs, directory, kind, label };
}

/** Removes all generations, the newest last, so that no older one comes back. */
export async function removeKept(newest: KeptDirectory): Promise<void> {
  const all = keptDirectories(newest.base).filter(({ id }) => id === newest.id);
  for (const kept of all.filter(({ generation }) => generation <= newest.generation)) {
    await removeOne(kept);
  }
}

/** Removes generations that a newer one replaced. */
export async function removeReplaced(base: string): Promise<void> {
  const newest = new Set(newestKept(base).map(({ path }) => path));
  const replaced = keptDirectories(base).filter(({ path }) => !newest.has(path));
  // Where other users can write, a name does not say who made it.
  if (replaced.length === 0 || !isPrivatePath(base)) return;
  for (const kept of replaced) await removeOne(kept);
}

/** Renamed first to a name that is swept: half of a kept layer must not look like a whole one. */
async function removeOne({ base, path }: KeptDirectory): Promise<void> {
  const doomed = join(base, ownedName());
  try {
    renameSync(path, doomed);
  } catch (error) {
    // Another process swept it at the same time.
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  syncDirectory(base);
  await removeTree(doomed);
}

/** Null unless a directory has that name itself; links are not followed. */
export function inodeOf(path: string): bigint | null {
  return directoryIdentity(rawPath(path))?.ino ?? null;
}

function isOwnDirectory(path: string, mode: number): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory() || stats.uid !== process.geteuid?.()) return false;
  return (stats.mode & PERMISSIONS) === mode;
}

function problem(text: string): Read<never> {
  return { ok: false, problem: text };
}
