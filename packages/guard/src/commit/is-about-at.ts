/** Times that we set ourselves, as far as they can be set. */
import type { DiskEntry } from "../disk/disk-entry.ts";

/** What `utimes` cannot say exactly, it says to better than this. */
const TIME_SLACK_NS = 1_000n;

export function isAboutAt({ mtimeNs }: Pick<DiskEntry, "mtimeNs">, timeNs: bigint): boolean {
  const apart = mtimeNs - timeNs;
  return apart < TIME_SLACK_NS && apart > -TIME_SLACK_NS;
}
