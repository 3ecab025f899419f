import { type ContractId, isOverdue, timeoutAct } from "@bazaar/kernel";
import { afterGaps } from "../after-gaps.ts";
import type { Needs } from "../needs.ts";
import { MAX_PAGE } from "../ports/store.ts";
import { extend, recordAct } from "../record-act.ts";
import { concurrently } from "./concurrently.ts";

/** Runs work on a contract after everything that was received for it before. */
export type InTurn = <T>(contract: ContractId, work: () => Promise<T>) => Promise<T>;

/**
 * Records what silence means for every contract whose deadline has passed.
 *
 * Firing is an ordinary act of the server: the loser of a race decides again and is refused by the
 * kernel, so a deadline takes effect once, however many processes run this. Acts that were received
 * before are decided first: they may be in time.
 */
export async function fireDeadlines(
  needs: Needs,
  inTurn: InTurn = (_, work) => work(),
): Promise<number> {
  const overdue = await needs.store.overdue(needs.clock.nowMs(), MAX_PAGE);
  let fired = 0;
  await concurrently(overdue, async (contract) => {
    if (await inTurn(contract, () => fire(needs, contract))) fired += 1;
  });
  return fired;
}

async function fire(needs: Needs, contract: ContractId): Promise<boolean> {
  const stored = await needs.store.load(contract);
  const nowMs = needs.clock.nowMs();
  if (stored === null || !isOverdue(stored.state, nowMs)) return false;
  const { state, extensions } = await afterGaps(needs, stored.state, nowMs);
  if (!isOverdue(state, nowMs)) {
    await extend(needs, contract, extensions, nowMs);
    return false;
  }
  const timeout = { by: "server", ...timeoutAct(stored.state), contract } as const;
  return (await recordAct(needs, timeout)).ok;
}
