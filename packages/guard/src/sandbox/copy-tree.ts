/**
 * Copies a working directory with names, links, modes, times and extended attributes. What cannot
 * be copied exactly is refused, because a difference that copying made would look like a change
 * that the command made.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { removeTree } from "../disk/remove-tree.ts";
import { systemTool } from "../system-tool.ts";

const MAX_ERROR_CHARACTERS = 500;
const BLOCK_BYTES = 512;

/** The copy could not be made, or is incomplete. */
export class CopyFailed extends Error {
  override name = "CopyFailed";
}

export interface CopySize {
  readonly bytes: number;
  readonly entries: number;
}

/** Every rehearsal copies all of it, and every diff compares it. */
const MAX_COPIED: CopySize = { bytes: 2 ** 30, entries: 100_000 };

/** How much would be copied. @throws CopyFailed when it is too much, or would not be exact. */
export function copySize(directory: string, max: CopySize = MAX_COPIED): CopySize {
  const uid = process.getuid?.() ?? -1;
  const groups = new Set([process.getgid?.() ?? -1, ...(process.getgroups?.() ?? [])]);
  const waiting = [directory];
  let [bytes, entries] = [0, 0];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const stats = lstatSync(path);
    bytes += stats.blocks * BLOCK_BYTES;
    entries += 1;
    if (bytes > max.bytes) throw new CopyFailed(`it is larger than ${max.bytes} bytes`);
    if (entries > max.entries) throw new CopyFailed(`it contains more than ${max.entries} files`);
    if (uid !== 0 && (stats.uid !== uid || !groups.has(stats.gid))) {
      throw new CopyFailed(`${JSON.stringify(path)} belongs to another user`);
    }
    if (stats.isBlockDevice() || stats.isCharacterDevice()) {
      throw new CopyFailed(`${JSON.stringify(path)} is a device`);
    }
    if (stats.isDirectory()) waiting.push(...namesIn(path).map((name) => join(path, name)));
  }
  return { bytes, entries };
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (cause) {
    throw new CopyFailed(`${JSON.stringify(directory)} cannot be read`, { cause });
  }
}

/** Copies `from` to `to`, which must not exist. @throws CopyFailed */
export function copyTree(from: string, to: string): Promise<void> {
  return copy(["--no-target-directory", "--", from, to]);
}

/**
 * Copies a layer with everything that commands and overlayfs wrote. `cp -a` drops attributes
 * silently, and a lost overlay attribute would bring a deleted file back. Directories that the
 * command closed to its own user are copied as root of a user namespace. @throws CopyFailed
 */
export async function copyLayer(from: string, to: string, uid: number): Promise<void> {
  const kept = "--preserve=mode,ownership,timestamps,links,xattr";
  const args = ["-dR", kept, "--reflink=auto", "--no-target-directory", "--", from, to];
  const cp = systemTool("cp") ?? "cp";
  try {
    await runCopy(cp, args);
  } catch (error) {
    const unshare = systemTool("unshare");
    if (!(error instanceof CopyFailed) || uid === 0 || unshare === null) throw error;
    await removeTree(to);
    await runCopy(unshare, ["--user", "--map-root-user", "--", cp, ...args]);
  }
}

/** Copies files, devices too, into a directory. @throws CopyFailed */
export function copyInto(directory: string, files: readonly string[]): Promise<void> {
  return copy([`--target-directory=${directory}`, "--", ...files]);
}

function copy(args: readonly string[]): Promise<void> {
  return runCopy(systemTool("cp") ?? "cp", ["-a", "--reflink=auto", ...args]);
}

async function runCopy(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, {
    env: { LC_ALL: "C" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = `${errors}${text}`.slice(0, MAX_ERROR_CHARACTERS);
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new CopyFailed(errors.trim().split("\n")[0] || `cp exited with ${code}`);
}
