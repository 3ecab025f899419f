/**
 * What a user's overlay cannot copy up: a user namespace knows one group, and the kernel refuses to
 * write files and directories of another ("Value too large for defined data type"). Copies with the
 * user's own group stand in front of them; a commit gives what changed its real group again.
 *
 * Two things stay as they are, and writing to them fails: a single file of another group in a
 * directory of the user's own, because looking at every file would take longer than everything
 * else; and directories with access lists, which a copy cannot have.
 */
import { lstatSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { attributesOf } from "../disk/attributes.ts";
import { mayAccess } from "../disk/may-access.ts";
import { rawPath } from "../disk/raw-path.ts";
import { isBelow } from "../jail/masks.ts";
import { namesIn } from "../view/places-on-disk.ts";
import { type Opened, refused } from "./refusal.ts";

export interface Regrouped {
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

/** The copies lie in memory. */
const MAX_COPIED_BYTES = 32 * 2 ** 20;
const MAX_COPIED_FILES = 5_000;
const PAGE_BYTES = 4_096;
/** How programs report it. */
const OVERFLOW = /Value too large for defined data type|EOVERFLOW/;
/** The others are the kernel's. */
const COMPARED = /^(?:user\.|system\.posix_acl)/;

/** `otherGroups`: directories of the working tree. */
export async function regrouped(
  otherGroups: readonly string[],
  gid: number,
): Promise<Opened<Regrouped>> {
  const writable = otherGroups.filter((path) => mayAccess(path, "write", "enter"));
  const special = await withAttributes(writable);
  const directories = writable.filter((path) => !special.some((above) => isBelow(path, above)));
  const files: string[] = [];
  let pages = 0;
  for (const directory of directories) {
    for (const name of namesIn(directory)) {
      const path = join(directory, name);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats?.isFile() !== true || stats.gid === gid) continue;
      if (!mayAccess(path, "read")) continue;
      files.push(path);
      pages += Math.ceil(stats.size / PAGE_BYTES);
    }
    if (files.length > MAX_COPIED_FILES || pages * PAGE_BYTES > MAX_COPIED_BYTES) {
      const [group, isOfOthers] = [groupOf(directory), belongsToOthers(directory)];
      return refused({ code: "foreign_group", directory, group, isOfOthers });
    }
  }
  const closed = new Set(await withAttributes(files));
  return { ok: true, value: { directories, files: files.filter((path) => !closed.has(path)) } };
}

/** What to do where writing failed because of a group, or null. */
export function groupAdvice(output: string): string | null {
  const gid = process.getgid?.() ?? 0;
  if (process.getuid?.() === 0 || !OVERFLOW.test(output)) return null;
  return `a file of another group cannot be written in the sandbox: find . ! -gid ${gid} lists such files, and chgrp ${gid} gives them your own group`;
}

/** Which of them have access lists, or attributes of the user's own. */
async function withAttributes(paths: readonly string[]): Promise<readonly string[]> {
  const known = await attributesOf(paths.map(rawPath));
  return paths.filter((path) =>
    Object.keys(known?.get(rawPath(path)) ?? {}).some((name) => COMPARED.test(name)),
  );
}

function belongsToOthers(path: string): boolean {
  const { uid, gid } = statSync(path);
  return uid !== process.getuid?.() && !(process.getgroups?.() ?? []).includes(gid);
}

function groupOf(path: string): string {
  const { gid } = statSync(path);
  const lines = readFileSync("/etc/group", "utf8").split("\n");
  return lines.map((line) => line.split(":")).find(([, , id]) => id === `${gid}`)?.[0] ?? `${gid}`;
}
