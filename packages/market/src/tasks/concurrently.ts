import { StoreDamaged } from "../ports/store.ts";

/** Concurrent work shares transactions. */
const MAX_AT_ONCE = 32;

/**
 * Runs the work for all items, several at once. If one throws, those that run are still finished; if
 * one cannot be read from the store, all others are.
 */
export async function concurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  // Shared by all lanes.
  const queue = items.values();
  let damage: StoreDamaged | null = null;
  const lane = async (): Promise<void> => {
    for (const item of queue) {
      try {
        await work(item);
      } catch (error) {
        if (!(error instanceof StoreDamaged)) throw error;
        damage ??= error;
      }
    }
  };
  const atOnce = Math.min(items.length, MAX_AT_ONCE);
  const lanes = await Promise.allSettled(Array.from({ length: atOnce }, lane));
  const failed = lanes.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
  if (damage !== null) throw damage;
}
