/** A market that is open: its door, its loops, and the order in which they end. */
import { HttpDoor, type Settings } from "@bazaar/doors/http";
import { StoreUnavailable } from "@bazaar/market/ports";
import type { Logger } from "pino";
import { BadInput } from "./bad-input.ts";
import { CLOCK } from "./clock.ts";
import { type Composition, compose } from "./compose.ts";
import type { Config } from "./config.ts";
import { greeting } from "./greeting.ts";
import { openKeyFile } from "./key-file.ts";
import { Loops } from "./loops.ts";
import { grantNotices } from "./offer.ts";
import { type OwnBench, ownBench } from "./own-bench.ts";
import { VERSION } from "./version.ts";

export interface RunningServer {
  /** What it listens on and how to try it. */
  readonly greeting: string;
  close(): Promise<void>;
}

export async function startServer(
  config: Config,
  log: Logger,
  onBug: (error: unknown) => void,
): Promise<RunningServer> {
  const bench = ownBench(config, CLOCK);
  const { signer, isNew } = openKeyFile(config.keyPath);
  if (isNew) log.info({ file: config.keyPath }, "made a new server key: keep a copy of it");
  if (config.hasNanoSeed) {
    log.warn("FIX_NANO_SEED is not used by this version: XNO here is test money on the ledger");
  }
  const composition = await compose(config, signer, bench);
  const { needs, market, store, takesWrites } = composition;
  let loops: Loops | null = null;
  const door = new HttpDoor({
    market,
    settings: doorSettings(config, bench),
    log: (fields) => log.info(fields),
    verify: needs.verify,
    isReady: async () => loops !== null && takesWrites() && (await answers(store)),
    onFault: onBug,
  });
  const address = await door.listen(config.port, config.host).catch((error: unknown) => {
    composition[Symbol.dispose]();
    throw new BadInput(
      `cannot listen on ${config.host}:${config.port}: ${(error as Error).message}`,
    );
  });
  const running = new Loops(needs, market, { log, onBug });
  loops = running;
  return {
    greeting: greeting({ ...address, party: signer.party, bench, config }),
    async close() {
      // The loops go on until the last request is answered: it may wait for a ruling.
      await door.close();
      loops = null;
      await running.stop();
      composition[Symbol.dispose]();
    },
  };
}

function doorSettings({ settings }: Config, { modelNames }: OwnBench): Settings {
  const { limits, trustedProxies } = settings;
  return {
    limits,
    trustedProxies,
    notices: {
      version: VERSION,
      tierModels: modelNames,
      rails: ["ledger"],
      grants: grantNotices(settings),
    },
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
