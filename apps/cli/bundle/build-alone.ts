/** One builder at a time: whoever comes second does not wait for a bundle, and runs the sources. */
import { mkdirSync, rmdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type BundleName, buildBundle } from "./build-bundle.ts";

/** A builder that was killed leaves its lock behind; none takes this long. */
const MAX_BUILD_MS = 60_000;

/** Whether there is a bundle now. */
export async function buildAlone(name: BundleName, entry: URL, folder: URL): Promise<boolean> {
  const path = fileURLToPath(folder).replace(/[\\/]$/, "");
  const lock = `${path}.lock`;
  if (!takeLock(lock)) return false;
  try {
    await buildBundle(name, fileURLToPath(entry), path);
    return true;
  } finally {
    rmdirSync(lock);
  }
}

/** @throws where the folder is not ours to write. */
function takeLock(lock: string): boolean {
  mkdirSync(dirname(lock), { recursive: true });
  const held = statSync(lock, { throwIfNoEntry: false });
  if (held !== undefined && Date.now() - held.mtimeMs <= MAX_BUILD_MS) return false;
  if (held !== undefined) rmdirSync(lock);
  mkdirSync(lock);
  return true;
}
