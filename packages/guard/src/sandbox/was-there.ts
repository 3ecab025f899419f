/**
 * What the disk had, when a layer was kept, under names that the layer holds.
 *
 * A file that the user deleted before the diff looks as if it had never existed, and the fix's
 * version would come back as a new file. And change times only tell what changed while the clock
 * runs forward and the disk is the same. With this list both are found days later.
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
import type { StoredLayer } from "./layer-store.ts";

export type WasThere = ReadonlyMap<RawPath, SeenEntry>;

const NAMES = "names";
const MAX_NAMES = 1_000_000;
const MAX_LEVELS = 250;
const MAX_NAMES_BYTES = 2 ** 29;
/** Inode, size, modification, change and birth time, then the name. */
const LINE = /^(\d{1,20}) (\d{1,20}) (-?\d{1,20}) (-?\d{1,20}) (\d{1,20}|-) (\/.*)$/s;

/** Earlier entries win: they were seen nearer to the opening. */
export function namesOnDisk(trees: StoredLayer["trees"], earlier: WasThere): WasThere {
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
  // Deeper entries are refused by every diff.
  if (level > MAX_LEVELS || Math.max(lower.length, upper.length) > MAX_PATH_BYTES) return;
  // A directory that the command closed is listed itself; its contents are not.
  for (const name of namesOrNone(upper)) {
    const inner = { lower: childPath(lower, name), upper: childPath(upper, name) };
    const onDisk = entryOf(inner.lower);
    if (onDisk === null) continue;
    if (found.size >= MAX_NAMES) throw new NotKept(`it contains more than ${MAX_NAMES} files`);
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
