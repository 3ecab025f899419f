/** A running server: its doors, its background loops, and the order in which they stop. */
import { join } from "node:path";
import { Admission, Listener, type ListenSettings } from "@bazaar/doors/listen";
import type { Party, Signer } from "@bazaar/kernel";
import { openKeyFile } from "@bazaar/keys/key-file";
import { StoreUnavailable } from "@bazaar/market/ports";
import type { Logger } from "pino";
import { assertPortFree, cannotListen } from "./assert-port-free.ts";
import { readCertificate } from "./certificate.ts";
import { CHAT_PORT, chatPortOf, openChatPort } from "./chat-port.ts";
import { marketClock, userClock } from "./clock.ts";
import { type ComposeOptions, type Composition, compose } from "./compose.ts";
import type { Config } from "./config.ts";
import { openDoors } from "./doors.ts";
import { type FreeAgent, startFreeAgent } from "./free-agent.ts";
import { greeting } from "./greeting.ts";
import { isLoopback } from "./is-loopback.ts";
import { logRequest } from "./log-request.ts";
import { Loops } from "./loops.ts";
import { type OwnBench, ownBench } from "./own-bench.ts";

export interface OpenServer {
  readonly party: Party;
  readonly bench: OwnBench;
  /** How many clients wait for new contracts. */
  listeners(): number;
  /** This agent may leave seats without a look, as the market's own does. */
  exempt(agent: Party): void;
  /** Answers a request from this process, without a port. */
  fetch(request: Request): Promise<Response>;
  /** @throws BadInput when a port cannot be used. */
  listen(): Promise<Listening>;
  close(): Promise<void>;
}

interface Listening {
  readonly host: string;
  readonly port: number;
  /** Of agents that talk; null if they have none of their own. */
  readonly chatPort: number | null;
}

export interface RunningServer {
  /** What it listens on and how to try it. */
  readonly greeting: string;
  close(): Promise<void>;
}

export interface StartOptions extends Pick<ComposeOptions, "program"> {
  readonly hasAgent: boolean;
  /** Starts although the database lacks entries that were stored before. */
  readonly acceptsLoss: boolean;
  readonly onBug: (error: unknown) => void;
}

type ServerNeeds = Pick<StartOptions, "onBug"> & Pick<ComposeOptions, "mark" | "program">;

export async function startServer(
  config: Config,
  log: Logger,
  { hasAgent, acceptsLoss, ...needs }: StartOptions,
): Promise<RunningServer> {
  await assertPortsFree(config);
  const server = await openServer(config, log, { ...needs, mark: { acceptsLoss } });
  try {
    const { party, bench } = server;
    const address = await server.listen();
    const agent = hasAgent ? startOwnAgent(server, config, log) : null;
    return {
      greeting: greeting({ ...address, party, bench, config }),
      async close() {
        await agent?.stop();
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function assertPortsFree(config: Config): Promise<void> {
  await assertPortFree(config);
  const chat = chatPortOf(config);
  if (chat?.isAsked) await assertPortFree({ host: config.host, port: chat.port }, CHAT_PORT);
}

function startOwnAgent(server: OpenServer, config: Config, log: Logger): FreeAgent {
  const { headStartSeconds } = config.settings.agent;
  const beside = (name: string): string => join(config.folder, name);
  return startFreeAgent(server, config, {
    key: beside("agent.key"),
    knownFixes: beside("known-fixes.json"),
    principals: beside("principals.json"),
    // A principal may lie about its own fix: others get it after it worked for a second one.
    trustAfter: 2,
    headStartMs: () => (server.listeners() > 0 ? headStartSeconds * 1_000 : 0),
    pollMs: 1_000,
    log,
  });
}

/** The market without a port: for `startServer` and for a market inside another program. */
export async function openServer(
  config: Config,
  log: Logger,
  { onBug, ...options }: ServerNeeds,
): Promise<OpenServer> {
  const clock = options.mark === undefined ? userClock() : marketClock();
  const certificate = readCertificate(config.settings.tls, clock.nowMs());
  const bench = ownBench(config, clock);
  if (config.hasNanoSeed) {
    log.warn("FIX_NANO_SEED is not used yet: XNO is test money on this server's ledger");
  }
  const composition = await compose(config, () => openServerKey(config, log), bench, {
    log,
    clock,
    ...options,
  });
  const { needs, store, health, seatWaits, checker } = composition;
  const onUnavailable = (failure: Error): void => {
    if (failure instanceof StoreUnavailable) health.found(failure);
  };
  let loops: Loops | null = null;
  const admission = new Admission(listenSettings(config));
  const doors = openDoors({
    config,
    composition,
    bench,
    admission,
    isReady: async () => loops !== null && health.acceptsWrites && (await answers(store)),
    onFault: onBug,
    onUnavailable,
    log,
  });
  const handling = { admission, certificate, log: logRequest(log), onUnavailable, onFault: onBug };
  const listener = new Listener({ ...handling, doors });
  const ownPorts = doors.flatMap(({ ownPort }) => ownPort ?? []);
  const chatListener =
    ownPorts.length === 0 ? null : new Listener({ ...handling, doors: ownPorts });
  const running = new Loops(composition, { log, onBug, onUnavailable });
  loops = running;
  return {
    party: needs.signer.party,
    bench,
    listeners: () => doors.reduce((sum, { listeners = 0 }) => sum + listeners, 0),
    exempt: (agent) => seatWaits.exempt(agent),
    fetch: (request) => listener.fetch(request),
    async listen() {
      const main = await listener.listen(config.port, config.host).catch((error: unknown) => {
        throw cannotListen(config, error);
      });
      const chatPort = chatListener === null ? null : await openChatPort(chatListener, config, log);
      return { ...main, chatPort };
    },
    async close() {
      // The loops stop last: a request may still wait for a ruling.
      await Promise.all([listener.close(), chatListener?.close()]);
      loops = null;
      checker[Symbol.dispose]();
      await running.stop();
      composition[Symbol.dispose]();
    },
  };
}

function openServerKey({ keyPath }: Config, log: Logger): Signer {
  const { signer, isNew } = openKeyFile(keyPath);
  if (isNew) log.info({ file: keyPath }, "created a new server key: keep a copy of it");
  return signer;
}

function listenSettings({ settings, host }: Config): ListenSettings {
  const { limits, trustedProxies, allowedOrigins } = settings;
  // Behind a proxy, a loopback address serves others too.
  const isLocal = isLoopback(host) && trustedProxies.length === 0;
  return {
    limits,
    trustedProxies,
    allowedOrigins: allowedOrigins ?? (isLocal ? [] : ["*"]),
    isLocal,
  };
}

async function answers(store: Composition["store"]): Promise<boolean> {
  try {
    await store.lastNo();
    return true;
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
}
