/** How many are under way at once: their writes then share transactions. */
const MAX_AT_ONCE = 32;

/**
 * Does the same work for many, several at once. When one throws, the others are still waited for:
 * nothing goes on behind the caller's back.
 */
export async function sideBySide<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) await work(next.value);
  };
  const lanes = await Promise.allSettled(Array.from({ length: MAX_AT_ONCE }, lane));
  const failed = lanes.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}
