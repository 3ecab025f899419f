/** The market a repair is posted to: a remote one, or the one built into this process. */
import type { Hint } from "@bazaar/agent";
import { SentRecords } from "@bazaar/client";
import {
  type Clock,
  type Connection,
  connect,
  type Said,
  SYSTEM_CLOCK,
} from "@bazaar/doors/http/connect";
import type { Signer } from "@bazaar/kernel";
import { ed25519Verifier } from "@bazaar/keys";
import type { FixHome } from "../home.ts";

export interface OpenedMarket extends AsyncDisposable {
  readonly connection: Connection;
  /** Its address; null for the built-in one. */
  readonly url: string | null;
  /** What leaves this machine; null for the built-in one. */
  readonly sent: SentRecords | null;
}

export interface MarketOptions {
  /** Whether the built-in market's agent runs meanwhile. */
  readonly hasAgent?: boolean;
  readonly clock?: Clock;
  /** What the built-in market's agent cannot prove. */
  readonly onHint?: (contract: string, hint: Hint) => void;
}

/** Requests to the built-in market never leave the process; the address is a placeholder. */
const NOWHERE = "http://market.invalid";

/** A user is waiting, so an unreachable market is reported soon. */
const PATIENCE_MS = 5_000;

export async function openMarket(
  url: string | null,
  signer: Signer,
  home: FixHome,
  { hasAgent = true, clock = SYSTEM_CLOCK, onHint = () => undefined }: MarketOptions = {},
): Promise<OpenedMarket> {
  const verify = ed25519Verifier();
  if (url !== null) {
    const sent = new SentRecords(home.sent);
    const onSend = (said: Said): void => sent.add(said, clock.nowMs());
    const patienceMs = PATIENCE_MS;
    const connection = connect({ url, signer, verify, clock, patienceMs, onSend });
    return { connection, url, sent, [Symbol.asyncDispose]: async () => undefined };
  }
  const { openEmbedded } = await import("@bazaar/server/embedded");
  const { database, key } = home.market;
  const { agentKey, knownFixes } = home;
  const server = await openEmbedded({ database, key, agentKey, knownFixes }, process.env, {
    hasAgent,
    onHint,
  });
  const connection = connect({ url: NOWHERE, signer, verify, clock, fetch: server.fetch });
  return { connection, url: null, sent: null, [Symbol.asyncDispose]: () => server.close() };
}
