/** Compares times that we set ourselves, as exactly as they can be set. */
import type { DiskEntry } from "../disk/disk-entry.ts";

/** The precision of `utimes`. */
const TIME_SLACK_NS = 1_000n;

export function isAboutAt({ mtimeNs }: Pick<DiskEntry, "mtimeNs">, timeNs: bigint): boolean {
  const apart = mtimeNs - timeNs;
  return apart < TIME_SLACK_NS && apart > -TIME_SLACK_NS;
}
