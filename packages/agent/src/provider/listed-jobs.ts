/**
 * Which jobs concern a provider: those that are open and name its key, and now and then those that it
 * holds, which a restart or an outage may have interrupted.
 */
import type { Answered, Connection } from "@bazaar/doors/connection";
import { OPEN_PHASES, type OpenPhase } from "@bazaar/kernel";

/** Every phase in which a provider holds a job. */
const HELD = OPEN_PHASES.filter((phase) => phase !== "unfunded" && phase !== "open");
const HELD_AGAIN_MS = 60_000;
const PAGE = 200;
const MAX_PAGES = 50;

/** The `list` of a provider. */
export function listedJobs({
  connection,
}: {
  readonly connection: Connection;
}): (signal: AbortSignal) => Promise<Answered<readonly string[]>> {
  let nextHeldMs = 0;
  return async (signal) => {
    const { clock } = connection;
    const isHeldDue = clock.nowMs() >= nextHeldMs;
    const ids: string[] = [];
    // What is held has a clock that runs.
    for (const phase of isHeldDue ? [...HELD, "open" as const] : ["open" as const]) {
      const listed = await idsIn(connection, phase, signal);
      if (!listed.ok) return listed;
      ids.push(...listed.value);
    }
    if (isHeldDue) nextHeldMs = clock.nowMs() + HELD_AGAIN_MS;
    return { ok: true, value: ids };
  };
}

/** The oldest first: they have the least time left. */
async function idsIn(
  connection: Connection,
  phase: OpenPhase,
  signal: AbortSignal,
): Promise<Answered<readonly string[]>> {
  const ids: string[] = [];
  let before: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const place = before === undefined ? {} : { before };
    const filter = { provider: connection.party, phase, limit: PAGE, ...place };
    const listed = await connection.jobs(filter, signal);
    if (!listed.ok) return listed;
    const { jobs, next } = listed.value;
    // A market that does not know the filter lists every job.
    const own = jobs.filter((job) => job.provider === connection.party && job.phase === phase);
    ids.push(...own.map(({ id }) => id));
    if (next === null) break;
    before = next;
  }
  return { ok: true, value: ids.reverse() };
}
