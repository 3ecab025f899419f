/** The simulator found the market doing what it must never do. */
export class Violation extends Error {
  override name = "Violation";
  /** Which promise was broken, in a few fixed words: what a shrunk script must break again. */
  readonly promise: string;

  constructor(promise: string, details: string) {
    super(`${promise}: ${details}`);
    this.promise = promise;
  }
}

export function promise(holds: boolean, words: string, details: () => string): asserts holds {
  if (!holds) throw new Violation(words, details());
}
