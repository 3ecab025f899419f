/** Random numbers from a seed, the same on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, but not including, 1. */
  fraction(): number {
    return this.uint32() / 2 ** 32;
  }

  /** From 0 up to, but not including, `end`. */
  below(end: number): number {
    return Math.floor(this.fraction() * end);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(options: readonly [T, ...T[]]): T;
  pick<T>(options: readonly T[]): T | undefined;
  pick<T>(options: readonly T[]): T | undefined {
    return options[this.below(options.length)];
  }

  /** Mulberry32: small and fast. */
  uint32(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}

/** A separate seed for each part of a run. */
export function subSeed(seed: number, index: number): number {
  return new Random(
    Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35),
  ).uint32();
}
