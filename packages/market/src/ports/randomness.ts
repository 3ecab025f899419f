/** Random numbers, passed in so that a simulation can be repeated. */
export interface Randomness {
  /** From 0 up to, but not including, 1. */
  fraction(): number;
}
