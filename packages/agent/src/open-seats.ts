import { BadAnswer, type Connection, MarketUnavailable } from "@bazaar/doors/connection";
import type { OpenPhase } from "@bazaar/kernel";

/** Every phase in which an agent holds a contract, the shortest clocks first. */
const PHASES: readonly OpenPhase[] = [
  "contest",
  "awaiting_response",
  "halted",
  "ruled",
  "deliberating",
  "reserved",
  "in_progress",
  "investigating",
  "verifying",
  "review",
];
const PAGE = 200;
const MAX_PAGES = 50;
const AGAIN_MS = 2_000;

/** The contracts whose seat this key holds, as the market lists them. */
export async function* openSeats(
  connection: Connection,
  onError: (error: unknown) => void,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  for (const phase of PHASES) {
    let before: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const filter = { phase, limit: PAGE, ...(before === undefined ? {} : { before }) };
      const listed = await listWhenThere(connection, filter, onError, signal);
      if (listed === null) break;
      for (const one of listed.contracts) {
        // A market that does not know the filter lists every contract.
        if (one.agent === connection.party && one.phase === phase) yield one.id;
      }
      if (listed.next === null) break;
      before = listed.next;
    }
  }
}

/** Waits for a market that is down; null if it refuses or its list is invalid. */
async function listWhenThere(
  connection: Connection,
  filter: Parameters<Connection["list"]>[0],
  onError: (error: unknown) => void,
  signal: AbortSignal,
) {
  while (!signal.aborted) {
    try {
      const listed = await connection.list(filter, signal);
      if (listed.ok) return listed.value;
      onError(new Error(`the market refused to list contracts: ${listed.refusal.detail}`));
      return null;
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof BadAnswer) {
        onError(error);
        return null;
      }
      if (!(error instanceof MarketUnavailable)) throw error;
    }
    await connection.clock.sleep(AGAIN_MS, signal);
  }
  return null;
}
