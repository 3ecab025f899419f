import { setTimeout as wait } from "node:timers/promises";

/** Time as a client sees it, passed in so that tests need not wait. */
export interface Clock {
  nowMs(): number;
  /** Ends after so long, or at once when the signal aborts. It never throws. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const SYSTEM_CLOCK: Clock = {
  nowMs: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await wait(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      if (signal?.aborted !== true) throw error;
    }
  },
};
