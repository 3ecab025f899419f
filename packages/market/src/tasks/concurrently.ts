/** Concurrent work shares transactions. */
const MAX_AT_ONCE = 32;

/** Runs the work for all items, several at once. If one throws, the others are still finished. */
export async function concurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  // Shared by all lanes.
  const queue = items.values();
  const lane = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  const atOnce = Math.min(items.length, MAX_AT_ONCE);
  const lanes = await Promise.allSettled(Array.from({ length: atOnce }, lane));
  const failed = lanes.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}
