import type { Clock } from "@bazaar/market/ports";

/** The machine's own clock: the only one that this program reads. */
export const CLOCK: Clock = { nowMs: () => Date.now() };
