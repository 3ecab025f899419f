import { isOverdue, timeoutAct } from "@bazaar/kernel";
import type { Needs } from "../needs.ts";
import { MAX_PAGE } from "../ports/store.ts";
import { recordAct } from "../record-act.ts";
import { concurrently } from "./concurrently.ts";

/**
 * Records what silence means for every contract whose deadline has passed.
 *
 * Firing is an ordinary act of the server: the loser of a race decides again and is refused by the
 * kernel, so a deadline takes effect once, however many processes run this.
 */
export async function fireDeadlines(needs: Needs): Promise<number> {
  const overdue = await needs.store.overdue(needs.clock.nowMs(), MAX_PAGE);
  let fired = 0;
  await concurrently(overdue, async (contract) => {
    const stored = await needs.store.load(contract);
    if (stored === null || !isOverdue(stored.state, needs.clock.nowMs())) return;
    const recorded = await recordAct(needs, {
      by: "server",
      ...timeoutAct(stored.state),
      contract,
    });
    if (recorded.ok) fired += 1;
  });
  return fired;
}
