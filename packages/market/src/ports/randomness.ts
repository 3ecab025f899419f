/** Dice, passed in so that a simulation can throw the same ones again. */
export interface Randomness {
  /** From 0 up to, but not including, 1. */
  fraction(): number;
}
