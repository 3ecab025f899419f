import { chmodSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Removes a tree that may hold directories closed to their owner, as an overlay leaves them. */
export function removeTree(directory: string): void {
  open(directory);
  rmSync(directory, { recursive: true });
}

function open(directory: string): void {
  chmodSync(directory, 0o700);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.isDirectory()) open(join(directory, entry.name));
  }
}
