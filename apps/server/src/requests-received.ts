import { setImmediate } from "node:timers/promises";

/** A new connection is accepted in one turn of the event loop and read in the next; then parsed. */
const TURNS = 4;

/**
 * Resolves when every request that has reached this machine is being handled. After a pause timers
 * run first, and what arrived meanwhile must not come too late because of that.
 */
export async function requestsReceived(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
}
