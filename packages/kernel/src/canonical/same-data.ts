/**
 * Whether two values of plain data are equal, regardless of the order of fields.
 *
 * For two `Json` values this is the same as comparing their canonical texts.
 */
export function isSameData(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one)) return Array.isArray(other) && isSameList(one, other);
  if (!isFields(one) || !isFields(other) || Array.isArray(other)) return false;
  const names = Object.keys(one);
  const others = Object.keys(other);
  if (names.length !== others.length) return false;
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] ?? "";
    if (name !== others[at] && !Object.hasOwn(other, name)) return false;
    if (!isSameData(one[name], other[name])) return false;
  }
  return true;
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) {
    if (!isSameData(one[at], other[at])) return false;
  }
  return true;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
