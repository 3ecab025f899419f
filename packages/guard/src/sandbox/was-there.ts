/**
 * Which names of a layer stood on the disk when it was kept, and what was there. A name that goes
 * before the diff is made looks to the diff as if it had never been there: the fix's version of a
 * file that the person has deleted would come back as a new one. And what changed is told by its
 * change time only while the clock goes forward and the disk is the same. This list tells it all
 * the same, days later.
 */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { entryAt } from "../disk/disk-entry.ts";
import { identityOf } from "../disk/identity.ts";
import { MAX_PATH_BYTES, namesOrNone } from "../disk/names-in.ts";
import { asRaw, bytesOf, childPath, type RawPath, rawPath } from "../disk/raw-path.ts";
import { errorCode } from "../error-code.ts";
import { hashOf, type Read, readPrivate, writePrivate } from "./kept-record.ts";
import { NotKept } from "./kept-sandbox.ts";
import type { SeenEntry } from "./layer.ts";
import type { LastingLayer } from "./layer-store.ts";

export type WasThere = ReadonlyMap<RawPath, SeenEntry>;

const NAMES = "names";
const MAX_NAMES = 1_000_000;
const MAX_LEVELS = 250;
const MAX_NAMES_BYTES = 2 ** 29;
/** Inode, size, time, change time and the moment it was made, then the name. */
const LINE = /^(\d{1,20}) (\d{1,20}) (-?\d{1,20}) (-?\d{1,20}) (\d{1,20}|-) (\/.*)$/s;

/** What was known earlier stays, because it was seen nearer to the opening. */
export function namesOnDisk(trees: LastingLayer["trees"], earlier: WasThere): WasThere {
  const found = new Map<RawPath, SeenEntry>();
  for (const { lower, upper } of trees) {
    look({ lower: rawPath(realpathSync(lower)), upper: rawPath(upper) }, found, 0);
  }
  return new Map([...found, ...earlier]);
}

interface Pair {
  readonly lower: RawPath;
  readonly upper: RawPath;
}

function look({ lower, upper }: Pair, found: Map<RawPath, SeenEntry>, level: number): void {
  // What lies deeper is refused by every diff.
  if (level > MAX_LEVELS || Math.max(lower.length, upper.length) > MAX_PATH_BYTES) return;
  // None in a directory that the command closed: its own name is on the list.
  for (const name of namesOrNone(upper)) {
    const inner = { lower: childPath(lower, name), upper: childPath(upper, name) };
    const onDisk = entryOf(inner.lower);
    if (onDisk === null) continue;
    if (found.size >= MAX_NAMES) throw new NotKept(`the layer holds more than ${MAX_NAMES} names`);
    const { size, mtimeNs, ctimeNs } = onDisk;
    found.set(inner.lower, { ...identityOf(inner.lower), size, mtimeNs, ctimeNs });
    const isShared = onDisk.type === "directory" && entryOf(inner.upper)?.type === "directory";
    if (isShared) look(inner, found, level + 1);
  }
}

function entryOf(path: RawPath): ReturnType<typeof entryAt> {
  try {
    return entryAt(path);
  } catch (error) {
    if (!["EACCES", "ENOTDIR", "ENAMETOOLONG"].includes(errorCode(error))) throw error;
    return null;
  }
}

/** Writes the list into a sandbox's directory and returns its hash. */
export function writeNames(directory: string, names: WasThere): string {
  const lines = [...names].map(([path, { ino, size, mtimeNs, ctimeNs, bornAtNs }]) => {
    return `${ino} ${size} ${mtimeNs} ${ctimeNs} ${bornAtNs ?? "-"} ${path}\0`;
  });
  const bytes = bytesOf(asRaw(lines.join("")));
  writePrivate(join(directory, NAMES), bytes);
  return hashOf(bytes);
}

export function readNames(directory: string, hash: string): Read<WasThere> {
  const bytes = readPrivate(join(directory, NAMES), MAX_NAMES_BYTES);
  if (!bytes.ok) return bytes;
  const lines = bytes.value.toString("latin1").split("\0").slice(0, -1).map(seenIn);
  const names = lines.filter((line) => line !== null);
  if (hashOf(bytes.value) !== hash || names.length < lines.length) {
    return { ok: false, problem: `${NAMES} was changed after it was written` };
  }
  return { ok: true, value: new Map(names) };
}

function seenIn(line: string): readonly [RawPath, SeenEntry] | null {
  const [, ino, size, mtime, ctime, born, path] = LINE.exec(line) ?? [];
  if (ino === undefined || path === undefined) return null;
  const [mtimeNs, ctimeNs] = [BigInt(mtime ?? 0), BigInt(ctime ?? 0)];
  const bornAtNs = born === undefined || born === "-" ? null : BigInt(born);
  return [asRaw(path), { ino: BigInt(ino), size: BigInt(size ?? 0), mtimeNs, ctimeNs, bornAtNs }];
}
