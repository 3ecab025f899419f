/** The market that a repair was posted to, opened for as long as somebody looks at it. */
import { homedir } from "node:os";
import {
  type Answered,
  type Clock,
  type Connection,
  type Contract,
  MarketUnavailable,
} from "@bazaar/doors/http/connect";
import { isOverdue } from "@bazaar/kernel";
import { openKeyFile } from "@bazaar/keys/key-file";
import { followUntil } from "../../contracts/follow-until.ts";
import { fixHome } from "../../home.ts";
import { type OpenedMarket, openMarket } from "../open-market.ts";

/** How long a clock that ran out before may take to have its effect. */
const OVERDUE_MS = 5_000;
/** How long a market elsewhere may take where its answer is only told, not acted on. */
const GLANCE_MS = 2_000;

export interface Looking {
  /** Whether the embedded market's own agent is at work meanwhile. */
  readonly hasAgent: boolean;
  readonly clock: Clock;
}

export function openItsMarket(url: string | null, looking: Looking): Promise<OpenedMarket> {
  const own = fixHome(homedir());
  return openMarket(url, openKeyFile(own.key).signer, own, looking);
}

/**
 * The contract as it stands now. The embedded market's clocks stand still while nothing runs: what
 * ran out meanwhile takes effect first, so that nobody decides on what is over.
 */
export async function readContract(
  connection: Connection,
  id: string,
  { limitMs, signal }: Patience = { limitMs: OVERDUE_MS },
): Promise<Answered<Contract>> {
  const found = await connection.contract(id, signal);
  if (!found.ok) return found;
  const isInTime = ({ state }: Contract) => !isOverdue(state, connection.clock.nowMs());
  return { ok: true, value: await followUntil(connection, found.value, isInTime, { limitMs }) };
}

interface Patience {
  readonly limitMs: number;
  readonly signal?: AbortSignal;
}

/** The same, of a market that may be gone for good. @throws MarketUnavailable, soon */
export async function glanceAt(
  { connection, url }: OpenedMarket,
  id: string,
): Promise<Answered<Contract>> {
  if (url === null) return readContract(connection, id);
  const signal = AbortSignal.timeout(GLANCE_MS);
  try {
    return await readContract(connection, id, { limitMs: GLANCE_MS, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new MarketUnavailable("the market does not answer", { cause: error });
  }
}
