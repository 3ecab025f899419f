/** What every part of the work on one contract shares, and how it acts. */

import {
  type Acted,
  type ActName,
  type Answered,
  type Connection,
  type Contract,
  MarketUnavailable,
} from "@bazaar/doors/connection";
import type { JsonObject } from "@bazaar/kernel";
import type { Hooks } from "../hooks.ts";
import type { Rejection } from "./rejection.ts";
import type { Watch } from "./watch.ts";

const AGAIN_MS = 2_000;

export interface WorkContext {
  readonly connection: Connection;
  readonly watch: Watch;
  readonly hooks: Hooks;
  /** Null also where rejections are taken at their word. */
  readonly rejectionIn: (contract: Contract) => Rejection | null;
}

/**
 * Acts on the known state. Retries until the contract is over if the market does not respond; reads
 * the contract again after a refusal.
 */
export async function act(
  { connection, watch }: WorkContext,
  name: ActName,
  data: JsonObject = {},
): Promise<Answered<Acted>> {
  for (;;) {
    watch.signal.throwIfAborted();
    try {
      const answer = await connection.act(watch.contract, name, data, watch.signal);
      if (answer.ok) watch.tell(answer.value.contract);
      else await refresh(connection, watch);
      return answer;
    } catch (error) {
      if (!(error instanceof MarketUnavailable)) throw error;
      await connection.clock.sleep(AGAIN_MS, watch.signal);
    }
  }
}

async function refresh(connection: Connection, watch: Watch): Promise<void> {
  const now = await connection.contract(watch.contract, watch.signal);
  if (now.ok) watch.tell(now.value);
}

/** Phases in which the agent can act. */
export function isWorkable({ state }: Contract): boolean {
  return state.phase === "investigating" || state.phase === "in_progress";
}
