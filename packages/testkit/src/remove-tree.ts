import { execFileSync } from "node:child_process";

/** Removes a tree that may hold directories closed to their owner, as an overlay leaves them. */
export function removeTree(directory: string): void {
  execFileSync("sh", ["-c", 'chmod -R u+rwx "$1" && rm -r "$1"', "sh", directory]);
}
