/**
 * A moment of the file system's own clock after everything that was done until now and before
 * anything that anybody does later. The clock moves in ticks, so the next tick is waited for.
 */
import { lstatSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** `marker`: a file on that file system, made if there is none. */
export async function momentAfterAll(marker: string): Promise<bigint> {
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
