/** How many are under way at once: their writes then share transactions. */
const MAX_AT_ONCE = 32;

/**
 * Does the same work for many, several at once. When one throws, the others are still waited for:
 * nothing goes on behind the caller's back.
 */
export async function sideBySide<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  // One for all lanes. It has no end of its own that a lane which breaks off could call.
  const queue = items.values();
  const lane = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  const atOnce = Math.min(items.length, MAX_AT_ONCE);
  const lanes = await Promise.allSettled(Array.from({ length: atOnce }, lane));
  const failed = lanes.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}
