/** The words in which two commands differ: what stands between the words that they share. */
export function changedWords(
  from: string,
  to: string,
): { readonly from: string; readonly to: string } | null {
  const before = from.split(" ");
  const after = to.split(" ");
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  // A word is only inserted: the word before it stays and takes it along.
  const first = start === before.length - end && start > 0 ? start - 1 : start;
  const changed = before.slice(first, before.length - end).join(" ");
  return changed === ""
    ? null
    : { from: changed, to: after.slice(first, after.length - end).join(" ") };
}
