/**
 * Divides one side's share of the case file among its texts.
 *
 * The weightiest texts come first and each gets a start; what is left is dealt so that long texts
 * are cut to one common length. A text that not even a start is left for is left out. Nothing one
 * side writes changes what the other side gets.
 */
export interface Claim {
  /** What the text costs beside its own characters. */
  readonly overhead: number;
  readonly length: number;
  /** 0 is the weightiest. */
  readonly weight: number;
}

/** Enough of a text to see what it is. */
const START_LENGTH = 600;
/** No single text gets more, so that one padded fix does not hide the other five. */
const MAX_TEXT_LENGTH = 12_000;

/** For each claim its characters, or null where it is left out. The newest of a weight go first. */
export function shareOut(share: number, claims: readonly Claim[]): readonly (number | null)[] {
  const granted = grantStarts(share, claims);
  const spent = granted.reduce<number>(
    (sum, start, index) => sum + (start === null ? 0 : (claims[index]?.overhead ?? 0)),
    0,
  );
  const lengths = claims
    .filter((_, index) => granted[index] !== null)
    .map(({ length }) => Math.min(length, MAX_TEXT_LENGTH));
  const level = commonLength(share - spent, lengths);
  return granted.map((start, index) =>
    start === null ? null : Math.min(claims[index]?.length ?? 0, level, MAX_TEXT_LENGTH),
  );
}

function grantStarts(share: number, claims: readonly Claim[]): (number | null)[] {
  const granted = claims.map((): number | null => null);
  const order = claims
    .map(({ weight }, index) => ({ weight, index }))
    .sort((a, b) => a.weight - b.weight || b.index - a.index);
  let left = share;
  for (const { index } of order) {
    const claim = claims[index];
    if (claim === undefined) continue;
    const start = Math.min(claim.length, START_LENGTH);
    if (claim.overhead + start > left) continue;
    left -= claim.overhead + start;
    granted[index] = start;
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
