/**
 * For everything that shares a set with something else, directly or through other sets: the number
 * of the first of these sets.
 */
export function joinSets<T>(sets: readonly (readonly T[])[]): ReadonlyMap<T, number> {
  const numbers = new Map<T, number>();
  const joined = new Map<number, readonly T[]>();
  for (const [number, set] of sets.entries()) {
    if (set.length < 2) continue;
    const met = [...new Set(set.flatMap((each) => numbers.get(each) ?? []))];
    // To add again, set by set, what is already together would take quadratic time.
    if (met.length === 1 && set.every((each) => numbers.has(each))) continue;
    const first = Math.min(number, ...met);
    const all = new Set([...met.flatMap((each) => joined.get(each) ?? []), ...set]);
    joined.set(first, [...all]);
    for (const each of all) numbers.set(each, first);
  }
  return numbers;
}
