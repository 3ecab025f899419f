/** The market a repair is posted to: one that was named, or the one inside this very process. */
import { type Clock, type Connection, connect, SYSTEM_CLOCK } from "@bazaar/doors/http/connect";
import type { Signer } from "@bazaar/kernel";
import { ed25519Verifier } from "@bazaar/keys";
import type { FixHome } from "../home.ts";

export interface OpenedMarket extends AsyncDisposable {
  readonly connection: Connection;
  /** Its address; null for the embedded one. */
  readonly url: string | null;
}

export interface MarketOptions {
  /** Whether the embedded market's own agent is at work meanwhile. */
  readonly hasAgent?: boolean;
  readonly clock?: Clock;
}

/** Requests to the embedded market never leave the process; its address is only a name. */
const NOWHERE = "http://market.invalid";

/** A person waits: a market that is not there is told of soon. */
const PATIENCE_MS = 5_000;

export async function openMarket(
  url: string | null,
  signer: Signer,
  home: FixHome,
  { hasAgent = true, clock = SYSTEM_CLOCK }: MarketOptions = {},
): Promise<OpenedMarket> {
  const verify = ed25519Verifier();
  if (url !== null) {
    const connection = connect({ url, signer, verify, clock, patienceMs: PATIENCE_MS });
    return { connection, url, [Symbol.asyncDispose]: async () => undefined };
  }
  const { openEmbedded } = await import("@bazaar/server/embedded");
  const { database, key } = home.market;
  const { agentKey, knownFixes } = home;
  const server = await openEmbedded({ database, key, agentKey, knownFixes }, process.env, {
    hasAgent,
  });
  const connection = connect({ url: NOWHERE, signer, verify, clock, fetch: server.fetch });
  return { connection, url: null, [Symbol.asyncDispose]: () => server.close() };
}
