import type { Gap } from "@bazaar/kernel";

/** The times in which the market could not take acts. */
export interface Outages {
  /** The gaps that end after `afterMs`, oldest first; one that has not ended ends at `nowMs`. */
  since(afterMs: number, nowMs: number): Promise<readonly Gap[]>;
}
