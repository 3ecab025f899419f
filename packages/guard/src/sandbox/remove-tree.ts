/**
 * Removes what a command wrote, whatever it made of it: directories without permissions, names
 * and depths that no path can hold. Ordinary trees go without starting a process.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";

class NotRemoved extends Error {
  override name = "NotRemoved";

  constructor(path: string, cause: unknown) {
    super(`could not remove ${path}; remove it by hand`, { cause });
  }
}

export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (cause) {
    const script = 'chmod -R u+rwX -- "$1" 2>/dev/null; exec rm -rf --one-file-system -- "$1"';
    const child = spawn("/bin/sh", ["-c", script, "sh", path], { stdio: "ignore" });
    const [code] = await once(child, "exit");
    if (code !== 0) throw new NotRemoved(path, cause);
  }
}
