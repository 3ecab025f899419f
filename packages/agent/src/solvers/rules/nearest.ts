/** The known word that a mistyped one is closest to. */
const MAX_LENGTH = 64;
/** A shorter prefix fits too many words. */
const MIN_BEGINNING = 4;

/**
 * The nearest candidate, if it is near enough: one edit in a short word, two in a long one. Null if
 * two candidates are equally near.
 */
export function nearest(typed: string, candidates: Iterable<string>): string | null {
  const ranked = nearestAll(typed, candidates);
  const [first, second] = ranked;
  if (first === undefined || first.distance === second?.distance) return null;
  return first.word;
}

/** The same, or else the only candidate of which one word is a prefix of the other. */
export function nearestOrLonger(typed: string, candidates: Iterable<string>): string | null {
  const words = [...new Set(candidates)];
  const near = nearest(typed, words);
  if (near !== null || typed.length < MIN_BEGINNING) return near;
  const longer = words.filter(
    (word) =>
      word !== typed &&
      Math.min(word.length, typed.length) >= MIN_BEGINNING &&
      (word.startsWith(typed) || typed.startsWith(word)),
  );
  return longer.length === 1 ? (longer[0] ?? null) : null;
}

export function nearestAll(
  typed: string,
  candidates: Iterable<string>,
): readonly { readonly word: string; readonly distance: number }[] {
  if (typed.length < 2 || typed.length > MAX_LENGTH) return [];
  const allowed = typed.length <= 4 ? 1 : 2;
  const found = [];
  for (const word of new Set(candidates)) {
    if (word === typed || Math.abs(word.length - typed.length) > allowed) continue;
    const distance = editDistance(typed, word);
    if (distance <= allowed) found.push({ word, distance });
  }
  return found.sort((a, b) => a.distance - b.distance);
}

/** The edit distance: letters removed, added or changed, or two neighbours swapped. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return last[to.length] ?? Number.POSITIVE_INFINITY;
}
