import { type Connection, MarketUnavailable } from "@bazaar/doors/http/connect";

/** Every status in which an agent may hold a contract. */
const STATUSES = ["investigating", "in_progress", "review", "disputed", "halted"];
const PAGE = 200;
const MAX_PAGES = 50;
const AGAIN_MS = 2_000;

/** The contracts whose seat this key holds, as the market lists them. */
export async function* openSeats(
  connection: Connection,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  for (const status of STATUSES) {
    let before: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const filter = { status, limit: PAGE, ...(before === undefined ? {} : { before }) };
      const listed = await listWhenThere(connection, filter, signal);
      if (listed === null) break;
      for (const { id, agent } of listed.contracts) if (agent === connection.party) yield id;
      if (listed.next === null) break;
      before = listed.next;
    }
  }
}

/** Waits for a market that is down; null if it refuses. */
async function listWhenThere(
  connection: Connection,
  filter: Parameters<Connection["list"]>[0],
  signal: AbortSignal,
) {
  while (!signal.aborted) {
    try {
      const listed = await connection.list(filter, signal);
      return listed.ok ? listed.value : null;
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof MarketUnavailable)) throw error;
    }
    await connection.clock.sleep(AGAIN_MS, signal);
  }
  return null;
}
