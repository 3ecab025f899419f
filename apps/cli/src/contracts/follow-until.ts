/**
 * Waits, with a limit, for what a market does by itself. The built-in market works only while this
 * program runs.
 */
import type { Connection, Contract, Followed } from "@bazaar/doors/connection";

/** How long a market is given to pay what it owes before the program ends. */
const PAY_MS = 3_000;

export interface Following {
  readonly limitMs: number;
  readonly onEntry?: (followed: Followed) => void;
}

/** The contract once the condition holds, or as it is when the time is up. */
export async function followUntil(
  connection: Connection,
  from: Contract,
  isSo: (contract: Contract) => boolean,
  { limitMs, onEntry }: Following,
): Promise<Contract> {
  let current = from;
  if (isSo(current)) return current;
  for await (const followed of connection.follow(current, AbortSignal.timeout(limitMs))) {
    onEntry?.(followed);
    current = followed.contract;
    if (isSo(current)) break;
  }
  return current;
}

export function untilPaid(
  connection: Connection,
  from: Contract,
  onEntry: Following["onEntry"] = () => undefined,
): Promise<Contract> {
  const paying = { limitMs: PAY_MS, onEntry };
  return followUntil(connection, from, ({ state }) => state.isSettled, paying);
}
