/**
 * A time of the file system's own clock that is later than everything done so far and earlier than
 * everything done afterwards. The clock moves in ticks, so this waits for the next one.
 */
import { lstatSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** `marker`: a file on that file system, created if missing. */
export async function waitForFileClock(marker: string): Promise<bigint> {
  const last = stamp(marker);
  for (;;) {
    await wait(1);
    const now = stamp(marker);
    if (now > last) return now;
  }
}

function stamp(marker: string): bigint {
  writeFileSync(marker, "");
  return lstatSync(marker, { bigint: true }).ctimeNs;
}
