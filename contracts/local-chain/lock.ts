/** A lock file between processes: two compilers must not write into one folder at the same time. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const RETRY_MS = 100;

export async function withLock<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(lockFile), { recursive: true });
  while (!(await acquire(lockFile))) await sleep(RETRY_MS);
  try {
    return await work();
  } finally {
    await rm(lockFile, { force: true });
  }
}

async function acquire(lockFile: string): Promise<boolean> {
  try {
    await writeFile(lockFile, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    if (await isAbandoned(lockFile)) await rm(lockFile, { force: true });
    return false;
  }
}

/** A killed process leaves its lock behind. */
async function isAbandoned(lockFile: string): Promise<boolean> {
  try {
    const owner = Number(await readFile(lockFile, "utf8"));
    // Zero: the file was created, but its owner has not written its id yet.
    if (owner !== 0) process.kill(owner, 0);
    return false;
  } catch (error) {
    if (hasCode(error, "ESRCH")) return true;
    // Released in between, or held by another user's process.
    if (hasCode(error, "ENOENT") || hasCode(error, "EPERM")) return false;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
