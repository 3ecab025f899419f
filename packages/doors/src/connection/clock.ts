import { setTimeout as wait } from "node:timers/promises";

/** A client's clock, passed in so that tests need not wait. */
export interface Clock {
  nowMs(): number;
  /** Resolves after `ms`, or when the signal aborts. Never rejects. */
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
