/** Makes the names in one directory durable. */
import { closeSync, fsyncSync, openSync } from "node:fs";

export function syncDirectory(path: string): void {
  // Windows cannot open directories, and does not need this.
  if (process.platform === "win32") return;
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
