/** Makes the names in one directory durable, whatever they stand for. */
import { closeSync, fsyncSync, openSync } from "node:fs";

export function syncDirectory(path: string): void {
  // Windows opens no directory, and does not need to.
  if (process.platform === "win32") return;
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
