/** The market a repair is posted to: a remote one, or the one built into this process. */
import type { Hint, Redactions } from "@bazaar/agent";
import { SentRecords } from "@bazaar/client";
import { type Clock, type Connection, type Said, SYSTEM_CLOCK } from "@bazaar/doors/connection";
import { connect } from "@bazaar/doors/http/connect";
import type { Signer } from "@bazaar/kernel";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import type { FixHome } from "../home.ts";

export interface OpenedMarket extends AsyncDisposable {
  readonly connection: Connection;
  /** Its address; null for the built-in one. */
  readonly url: string | null;
  /** What leaves this machine; null for the built-in one. */
  readonly sent: SentRecords | null;
}

export interface MarketOptions {
  /** Whether the built-in market's agent works on what this process posts or acts on. */
  readonly hasAgent?: boolean;
  /** A contract that it works on from the start. */
  readonly contract?: string;
  readonly clock?: Clock;
  /** For the rules of the built-in market's agent. */
  readonly redactions?: Redactions;
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
  options: MarketOptions = {},
): Promise<OpenedMarket> {
  const { hasAgent = true, contract, clock = SYSTEM_CLOCK, onHint = () => undefined } = options;
  const { redactions } = options;
  const verify = nativeVerifier();
  if (url !== null) {
    const sent = new SentRecords(home.sent, url);
    const onSend = (said: Said): void => sent.add(said, clock.nowMs());
    const patienceMs = PATIENCE_MS;
    const connection = connect({ url, signer, verify, clock, patienceMs, onSend });
    return { connection, url, sent, [Symbol.asyncDispose]: async () => undefined };
  }
  const { openEmbedded } = await import("@bazaar/server/embedded");
  const { database, key } = home.market;
  const { agentKey, knownFixes, sessions } = home;
  const touched = new Set(contract === undefined ? [] : [contract]);
  const files = { database, key, agentKey, knownFixes, sessions };
  const server = await openEmbedded(files, process.env, {
    ...(hasAgent ? { worksOn: () => touched } : {}),
    onHint,
    ...(redactions === undefined ? {} : { redactions }),
  });
  const { fetch } = server;
  const onSend = ({ contract }: Said): void => void touched.add(contract);
  const connection = connect({ url: NOWHERE, signer, verify, clock, fetch, onSend });
  return { connection, url: null, sent: null, [Symbol.asyncDispose]: () => server.close() };
}
