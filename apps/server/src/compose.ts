/** Puts the market together: its store, key, court, rails and limits. */
import { hash, randomUUID } from "node:crypto";
import { type Replay, ReplayChecker, replayHandedIn, storedArtifacts } from "@bazaar/judges/replay";
import { decide, InvariantViolation, type Party, type Signer } from "@bazaar/kernel";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import {
  Heartbeat,
  lastSeenMs,
  type MarketClock,
  type MarketNeeds,
  OpenMarket,
  OpenTalk,
  offeredTerms,
  rejectSpam,
  SeatWaits,
} from "@bazaar/market";
import { type Store, StoreDamaged, StoreUnavailable } from "@bazaar/market/ports";
import { MemoryBus, MemoryFeed } from "@bazaar/store/memory";
import { BadInput } from "@bazaar/terminal";
import type { OpenSandbox } from "@bazaar/work";
import type { Logger } from "pino";
import { checkSandbox, hasSandbox, placeOf, sayMissing } from "./check-sandbox.ts";
import type { Config } from "./config.ts";
import { HighWaterMark } from "./high-water-mark.ts";
import { houseAccounts } from "./house-accounts.ts";
import { messageWithCause } from "./message-with-cause.ts";
import { artifactPolicyOf, grantsOf, offerOf } from "./offer.ts";
import type { OwnBench } from "./own-bench.ts";
import { openPool } from "./panel-pool.ts";
import { openRails } from "./rails.ts";
import { replayApart } from "./replay-apart.ts";
import { StoreHealth } from "./store-health.ts";
import type { Database, OpenStore } from "./stores.ts";

export interface Composition extends Disposable {
  readonly needs: MarketNeeds;
  readonly market: OpenMarket;
  /** Null for a market inside another program. */
  readonly talk: OpenTalk | null;
  readonly store: Store;
  readonly health: StoreHealth;
  readonly clock: MarketClock;
  /** Null for a market inside another program, whose clocks go on without it. */
  readonly heartbeat: Heartbeat | null;
  readonly seatWaits: SeatWaits;
  readonly checker: ReplayChecker;
}

/** Of a market that runs now and then, and whose clocks go on meanwhile. */
const NEVER_AWAY: MarketNeeds["outages"] = { since: async () => [] };

export interface ComposeOptions {
  readonly log: Logger;
  readonly clock: MarketClock;
  /** Notices that stored entries are missing. Without it this is a market inside another program. */
  readonly mark?: { readonly acceptsLoss: boolean };
  /** Where checks are run again. Default: the guard's sandbox. */
  readonly openSandbox?: OpenSandbox;
  /** What this process runs: it runs checks again in processes of their own. Default: in this one. */
  readonly program?: string;
}

/** @throws BadInput when the database cannot be used or belongs to another market. */
export async function compose(
  config: Config,
  openSigner: () => Signer,
  bench: OwnBench,
  { log, clock, mark: kept, openSandbox = checkSandbox(config, log), program }: ComposeOptions,
): Promise<Composition> {
  const { database } = config;
  const health = new StoreHealth(clock, log);
  const hasMark = kept !== undefined && database.file !== null;
  const mark = hasMark ? new HighWaterMark(database.file, log) : null;
  const store = await openStore(database, health, mark);
  try {
    if (kept !== undefined) await mark?.check(store, kept);
    // Last, so that a database that cannot be used leaves no new key behind.
    const signer = openSigner();
    await claim(store, database, signer.party);
    clock.notBefore(await lastSeenMs(store));
    const [heartbeat, replays] = await Promise.all([
      // First: it ends the outage of a restart, which must not wait for a jail.
      kept === undefined ? null : Heartbeat.start(store, clock),
      // A market inside another program has only work that no court runs again.
      kept === undefined ? false : hasSandbox(log),
    ]);
    const seatWaits = new SeatWaits();
    const outages = heartbeat ?? NEVER_AWAY;
    const onFailure = (error: unknown): void =>
      log.error({ err: error }, "a check could not be run again: a judge decides");
    const { artifacts } = store;
    const apart = { place: placeOf(config), artifacts, onMissing: sayMissing(log) };
    const replay =
      program === undefined
        ? replayHere(openSandbox, artifacts)
        : replayApart({ program, ...apart });
    const checker = new ReplayChecker({ replay, clock, onFailure });
    const parts = { signer, store, bench, clock, outages, checker, seatPolicy: seatWaits };
    const needs = needsOf(config, parts, replays);
    const talk = kept === undefined ? null : await openTalk(config, store, clock, log);
    const market = await OpenMarket.open(needs);
    const close = (): void => {
      talk?.[Symbol.dispose]();
      market[Symbol.dispose]();
      store[Symbol.dispose]();
      mark?.[Symbol.dispose]();
    };
    const opened = { needs, market, talk, store, health, clock, heartbeat, seatWaits };
    return { ...opened, checker, [Symbol.dispose]: close };
  } catch (error) {
    store[Symbol.dispose]();
    throw error instanceof StoreUnavailable ? cannotUse(database, error) : error;
  }
}

function openTalk(
  { settings: { chat } }: Config,
  { notes }: Store,
  clock: MarketClock,
  log: Logger,
): Promise<OpenTalk> {
  return OpenTalk.open({
    notes,
    clock,
    // Processes that share a store do not share their agents yet.
    bus: new MemoryBus().connect(),
    processId: randomUUID(),
    settings: { channels: chat.channels, replay: chat.replay },
    onProblem: (problem) => log.warn({ problem }, "a part of chat cannot be read"),
  });
}

function replayHere(openSandbox: OpenSandbox, artifacts: Store["artifacts"]): Replay {
  const readArtifact = storedArtifacts(artifacts);
  return (handedIn, bounds) => replayHandedIn(handedIn, { openSandbox, readArtifact, ...bounds });
}

async function openStore(
  database: Database,
  health: StoreHealth,
  mark: HighWaterMark | null,
): Promise<OpenStore> {
  try {
    return await database.open({
      onStored(no, hash) {
        health.stored();
        mark?.note(no, hash);
      },
      onFailure: (failure) => health.failed(failure),
      onLock: (isLocked) => health.locked(isLocked),
    });
  } catch (error) {
    if (error instanceof InvariantViolation) throw error;
    throw cannotUse(database, error as Error);
  }
}

const RESTORE =
  ". Restore a copy made with bazaar backup, with the same server key, or use another file";

function cannotUse({ name }: Database, error: Error): BadInput {
  const advice = error instanceof StoreDamaged ? RESTORE : "";
  return new BadInput(`FIX_DB: cannot use ${name}: ${messageWithCause(error)}${advice}`, {
    cause: error,
  });
}

/** Contracts name their server's key: under another key no transcript would verify. */
async function claim(store: Store, { name }: Database, party: Party): Promise<void> {
  const owner = await store.claim(party);
  if (owner === party) return;
  throw new BadInput(
    `${name} belongs to ${owner}, but this server's key is ${party}.
Use the key that the database was created with (FIX_SERVER_KEY), or another database (FIX_DB).`,
  );
}

interface Parts
  extends Pick<MarketNeeds, "signer" | "store" | "clock" | "outages" | "checker" | "seatPolicy"> {
  readonly bench: OwnBench;
}

function needsOf(config: Config, { bench, ...parts }: Parts, replays: boolean): MarketNeeds {
  const { settings, platformAddress } = config;
  const { signer, store } = parts;
  const offer = offerOf(signer.party, settings, replays);
  const isOffered = offeredTerms(offer);
  return {
    ...parts,
    feed: new MemoryFeed(),
    randomness: { fraction: Math.random },
    verify: nativeVerifier(),
    sha256Hex: (text) => hash("sha256", text, "hex"),
    judge: bench.judge,
    callPanel: openPool(settings),
    rails: openRails({ store }),
    decide,
    reviewTerms: (terms) => isOffered(terms) ?? rejectSpam(terms),
    houseAccount: houseAccounts(platformAddress),
    offer,
    limits: settings.limits,
    artifactPolicy: artifactPolicyOf(settings),
    grants: grantsOf(settings),
  };
}
