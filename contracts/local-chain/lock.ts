/** One at a time: two compilers must not write into one folder. */
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const RETRY_MS = 100;
/** Whoever held it that long has died. */
const STALE_MS = 10 * 60_000;

export async function exclusively<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(lockFile), { recursive: true });
  while (!(await taken(lockFile))) await sleep(RETRY_MS);
  try {
    return await work();
  } finally {
    await rm(lockFile, { force: true });
  }
}

async function taken(lockFile: string): Promise<boolean> {
  try {
    await writeFile(lockFile, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    if (await isStale(lockFile)) await rm(lockFile, { force: true });
    return false;
  }
}

async function isStale(lockFile: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(lockFile)).mtimeMs > STALE_MS;
  } catch (error) {
    // Whoever held it has just let go.
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
