/**
 * Finds contracts that can be taken. The stream announces them at once; polling the list finds what
 * the stream missed and what was left because the agent was busy.
 */
import {
  BadAnswer,
  type Connection,
  type ListPage,
  MarketUnavailable,
} from "@bazaar/doors/connection";
import type { Party } from "@bazaar/kernel";
import { type Filter, marketFilter } from "./filter.ts";

export interface Discovery {
  readonly connection: Connection;
  readonly filter: Filter;
  readonly discovery: "stream" | "poll";
  readonly pollMs: number;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** With a stream, polling is slower; a contract waits half a minute to be taken. */
const BESIDE_STREAM_MS = 10_000;

/**
 * Called with each contract; false if no more are wanted now. The principal is known from a list,
 * and not verified.
 */
export type Found = (name: string, principal: Party | null) => boolean;

/** One principal can fill a page with contracts that the agent does not want. */
const MAX_PAGES = 5;

export async function discover(needs: Discovery, found: Found): Promise<void> {
  if (needs.discovery === "stream") {
    const listening = new AbortController();
    const signal = AbortSignal.any([needs.signal, listening.signal]);
    const pollMs = Math.max(BESIDE_STREAM_MS, needs.pollMs);
    const listened = listen(needs, found).finally(() => listening.abort());
    await Promise.all([listened, poll({ ...needs, signal }, pollMs, found)]);
  }
  await poll(needs, needs.pollMs, found);
}

/** After an invalid stream, polling continues at its usual rate. */
async function listen(
  { connection, filter, onError, signal }: Discovery,
  found: Found,
): Promise<void> {
  try {
    for await (const { event, contract } of connection.events(marketFilter(filter), signal)) {
      if (event === "contract_posted") found(contract, null);
    }
  } catch (error) {
    if (!(error instanceof BadAnswer)) throw error;
    onError(error);
  }
}

async function poll(needs: Discovery, pollMs: number, found: Found): Promise<void> {
  const { connection, onError, signal } = needs;
  while (!signal.aborted) {
    try {
      await lookThrough(needs, found);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof BadAnswer) onError(error);
      else if (!(error instanceof MarketUnavailable)) throw error;
    }
    await connection.clock.sleep(pollMs, signal);
  }
}

async function lookThrough(
  { connection, filter, onError, signal }: Discovery,
  found: Found,
): Promise<void> {
  let before: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const place = before === null ? {} : { before };
    const page = await connection.list({ ...marketFilter(filter), ...place }, signal);
    if (!page.ok) {
      return onError(new Error(`the market refused to list contracts: ${page.refusal.detail}`));
    }
    const { contracts, next }: ListPage = page.value;
    // The oldest have the least time left.
    const wantsMore = contracts.toReversed().every(({ id, principal }) => found(id, principal));
    if (next === null || !wantsMore) return;
    before = next;
  }
}
