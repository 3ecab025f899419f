/** Puts the market together: its store, key, court, rails and limits. */
import { hash } from "node:crypto";
import { dirname } from "node:path";
import { decide, InvariantViolation, type Party, type Signer } from "@bazaar/kernel";
import { createPrivateDirectory, ed25519Verifier } from "@bazaar/keys";
import {
  Heartbeat,
  lastSeenMs,
  type MarketClock,
  type MarketNeeds,
  OpenMarket,
  offeredTerms,
  rejectSpam,
  SeatWaits,
} from "@bazaar/market";
import { StoreDamaged, StoreUnavailable } from "@bazaar/market/ports";
import { ledgerRail } from "@bazaar/rails/ledger";
import { MemoryFeed } from "@bazaar/store/memory";
import { SqliteStore } from "@bazaar/store/sqlite";
import { BadInput } from "@bazaar/terminal";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { HighWaterMark } from "./high-water-mark.ts";
import { houseAccounts } from "./house-accounts.ts";
import { messageWithCause } from "./message-with-cause.ts";
import { grantsOf, offerOf } from "./offer.ts";
import type { OwnBench } from "./own-bench.ts";
import { StoreHealth } from "./store-health.ts";

export interface Composition extends Disposable {
  readonly needs: MarketNeeds;
  readonly market: OpenMarket;
  readonly store: SqliteStore;
  readonly health: StoreHealth;
  readonly clock: MarketClock;
  readonly heartbeat: Heartbeat;
  readonly seatWaits: SeatWaits;
}

/** A market inside another program runs now and then, and its clocks go on meanwhile. */
const NEVER_AWAY: MarketNeeds["outages"] = { since: async () => [] };

export interface ComposeOptions {
  readonly log: Logger;
  readonly clock: MarketClock;
  /** Notices that stored entries are missing. Without it this is a market inside another program. */
  readonly mark?: { readonly acceptsLoss: boolean };
}

/** @throws BadInput when the database cannot be used or belongs to another market. */
export async function compose(
  config: Config,
  signer: Signer,
  bench: OwnBench,
  { log, clock, mark: kept }: ComposeOptions,
): Promise<Composition> {
  const path = config.databasePath;
  const health = new StoreHealth(clock, log);
  const mark = kept === undefined ? null : new HighWaterMark(path, log);
  const store = openStore(path, health, mark);
  try {
    if (kept !== undefined) await mark?.check(store, kept);
    await claim(store, path, signer.party);
    clock.notBefore(await lastSeenMs(store));
    const heartbeat = await Heartbeat.start(store, clock);
    const seatWaits = new SeatWaits();
    const outages = kept === undefined ? NEVER_AWAY : heartbeat;
    const parts = { signer, store, bench, clock, outages, seatPolicy: seatWaits };
    const needs = needsOf(config, parts);
    const market = await OpenMarket.open(needs);
    const close = (): void => {
      market[Symbol.dispose]();
      store[Symbol.dispose]();
      mark?.[Symbol.dispose]();
    };
    const running = { needs, market, store, health, clock, heartbeat, seatWaits };
    return { ...running, [Symbol.dispose]: close };
  } catch (error) {
    store[Symbol.dispose]();
    throw error instanceof StoreUnavailable ? cannotUse(path, error) : error;
  }
}

function openStore(path: string, health: StoreHealth, mark: HighWaterMark | null): SqliteStore {
  try {
    createPrivateDirectory(dirname(path));
    return new SqliteStore(path, {
      onStored(no, hash) {
        health.stored();
        mark?.note(no, hash);
      },
      onFailure: (failure) => health.failed(failure),
      onLock: (isLocked) => health.locked(isLocked),
    });
  } catch (error) {
    if (error instanceof InvariantViolation) throw error;
    throw cannotUse(path, error as Error);
  }
}

const RESTORE =
  ". Restore a copy made with bazaar backup, with the same server key, or use another file";

function cannotUse(path: string, error: Error): BadInput {
  const advice = error instanceof StoreDamaged ? RESTORE : "";
  return new BadInput(`FIX_DB: cannot use ${path}: ${messageWithCause(error)}${advice}`, {
    cause: error,
  });
}

/** Contracts name their server's key: under another key no transcript would verify. */
async function claim(store: SqliteStore, path: string, party: Party): Promise<void> {
  const owner = await store.claim(party);
  if (owner === party) return;
  throw new BadInput(
    `${path} belongs to ${owner}, but this server's key is ${party}.
Use the key that the database was created with (FIX_SERVER_KEY), or another database (FIX_DB).`,
  );
}

interface Parts extends Pick<MarketNeeds, "signer" | "store" | "clock" | "outages" | "seatPolicy"> {
  readonly bench: OwnBench;
}

function needsOf(config: Config, { bench, ...parts }: Parts): MarketNeeds {
  const { settings, platformAddress } = config;
  const { signer, store } = parts;
  const offer = offerOf(signer.party, settings);
  const isOffered = offeredTerms(offer);
  return {
    ...parts,
    feed: new MemoryFeed(),
    randomness: { fraction: Math.random },
    verify: ed25519Verifier(),
    sha256Hex: (text) => hash("sha256", text, "hex"),
    judge: bench.judge,
    // Re-running a check needs a sandbox, which this server does not have: the court decides instead.
    checker: { run: async () => ({ verdict: "no_verdict", evidence: {} }) },
    rails: [ledgerRail(store.ledger)],
    decide,
    isSameOwner: (a, b) => a === b,
    reviewTerms: (terms) => isOffered(terms) ?? rejectSpam(terms),
    houseAccount: houseAccounts(platformAddress),
    offer,
    limits: settings.limits,
    grants: grantsOf(settings),
  };
}
