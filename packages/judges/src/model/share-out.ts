/**
 * Divides one side's share of the case file among its texts.
 *
 * The most important texts come first, and each gets a minimum; the rest is divided so that long
 * texts are cut to one common length. A text whose minimum does not fit is left out. Nothing that
 * one side writes changes what the other side gets.
 */
export interface Claim {
  /** Characters around the text. */
  readonly overhead: number;
  readonly length: number;
  /** 0 is the most important. */
  readonly weight: number;
}

/** Enough of a text to see what it is. */
const MIN_LENGTH = 600;
/** So that one padded text does not crowd out the others. */
const MAX_TEXT_LENGTH = 12_000;

/** For each claim its characters, or null where it is left out. The newest of a weight go first. */
export function shareOut(share: number, claims: readonly Claim[]): readonly (number | null)[] {
  const granted = grantMinimums(share, claims);
  const spent = granted.reduce<number>(
    (sum, minimum, index) => sum + (minimum === null ? 0 : (claims[index]?.overhead ?? 0)),
    0,
  );
  const lengths = claims
    .filter((_, index) => granted[index] !== null)
    .map(({ length }) => Math.min(length, MAX_TEXT_LENGTH));
  const level = commonLength(share - spent, lengths);
  return granted.map((minimum, index) =>
    minimum === null ? null : Math.min(claims[index]?.length ?? 0, level, MAX_TEXT_LENGTH),
  );
}

function grantMinimums(share: number, claims: readonly Claim[]): (number | null)[] {
  const granted = claims.map((): number | null => null);
  const order = claims
    .map(({ weight }, index) => ({ weight, index }))
    .sort((a, b) => a.weight - b.weight || b.index - a.index);
  let left = share;
  for (const { index } of order) {
    const claim = claims[index];
    if (claim === undefined) continue;
    const minimum = Math.min(claim.length, MIN_LENGTH);
    if (claim.overhead + minimum > left) continue;
    left -= claim.overhead + minimum;
    granted[index] = minimum;
  }
  return granted;
}

/** The greatest length to which all can be cut so that their sum fits. The remainder is unused. */
function commonLength(room: number, lengths: readonly number[]): number {
  const ascending = [...lengths].sort((a, b) => a - b);
  let left = room;
  for (const [index, length] of ascending.entries()) {
    const waiting = ascending.length - index;
    if (length * waiting > left) return Math.floor(left / waiting);
    left -= length;
  }
  return MAX_TEXT_LENGTH;
}
