/** The market that a kept fix was posted to. */
import { homedir } from "node:os";
import {
  type Answered,
  type Clock,
  type Connection,
  type Contract,
  MarketUnavailable,
} from "@bazaar/doors/connection";
import { isOverdue } from "@bazaar/kernel";
import { openKeyFile } from "@bazaar/keys/key-file";
import { followUntil } from "../../contracts/follow-until.ts";
import { fixHome } from "../../home.ts";
import { type OpenedMarket, openMarket } from "../open-market.ts";

/** How long to wait for a deadline that has already passed to take effect. */
const OVERDUE_MS = 5_000;
/** How long to wait for a remote market whose answer is only shown. */
const GLANCE_MS = 2_000;

export interface Looking {
  /** Whether the built-in market's agent runs meanwhile. */
  readonly hasAgent: boolean;
  /** The contract that it works on. */
  readonly contract?: string;
  readonly clock: Clock;
}

export function openReviewMarket(url: string | null, looking: Looking): Promise<OpenedMarket> {
  const own = fixHome(homedir());
  return openMarket(url, openKeyFile(own.key).signer, own, looking);
}

/**
 * The contract as it is now. The built-in market does not run between calls of `fix`, so deadlines that
 * passed meanwhile must take effect first.
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

/** The same with a short time limit, for a market that may be gone. @throws MarketUnavailable */
export async function readContractSoon(
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
