/**
 * Finds contracts that can be taken. The stream announces them at once; polling the list finds what
 * the stream missed and what was left because the agent was busy.
 */
import { BadAnswer, type Connection, MarketUnavailable } from "@bazaar/doors/http/connect";
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

export async function discover(needs: Discovery, found: (name: string) => void): Promise<void> {
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
  found: (name: string) => void,
): Promise<void> {
  try {
    for await (const { event, contract } of connection.events(marketFilter(filter), signal)) {
      if (event === "contract_posted") found(contract);
    }
  } catch (error) {
    if (!(error instanceof BadAnswer)) throw error;
    onError(error);
  }
}

async function poll(
  { connection, filter, onError, signal }: Discovery,
  pollMs: number,
  found: (name: string) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const page = await connection.list(marketFilter(filter), signal);
      // The oldest have the least time left.
      if (page.ok) for (const { id } of page.value.contracts.toReversed()) found(id);
      else onError(new Error(`the market refused to list contracts: ${page.refusal.detail}`));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof BadAnswer) onError(error);
      else if (!(error instanceof MarketUnavailable)) throw error;
    }
    await connection.clock.sleep(pollMs, signal);
  }
}
