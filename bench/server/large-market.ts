/** Memory and start-up time of a server with a large database. */
import { statSync } from "node:fs";
import { getJson, keepAliveAgent } from "../../tools/soak/exchange.ts";
import { ServerFolder, ServerProcess, serverParty } from "../../tools/soak/server-process.ts";
import { ActLoad, type ServerAt } from "./act-load.ts";
import { copyContracts, postOpenContracts, type Size } from "./fill-database.ts";
import { residentMegabytes } from "./process-usage.ts";

/** Open contracts that are posted; the rest are copies. */
const OPEN_ORIGINALS = 16;
const USED_ACTS = 5_000;
const USED_PAGES = 50;

export interface LargeMarket {
  readonly size: Size;
  readonly empty: Usage;
  readonly full: Usage;
  readonly fillSeconds: number;
  readonly fileMegabytes: number;
}

interface Usage {
  readonly startMs: number;
  readonly megabytes: number;
  /** After reading many pages of the list and playing whole contracts. */
  readonly usedMegabytes: number;
}

export async function largeMarket(target: Size): Promise<LargeMarket> {
  using folder = new ServerFolder();
  const { usage: empty, platform } = await startAndUse(folder);
  const startedMs = performance.now();
  await postOpenContracts(folder, platform, OPEN_ORIGINALS);
  const size = copyContracts(folder, target);
  const fillSeconds = (performance.now() - startedMs) / 1_000;
  const fileMegabytes = statSync(folder.database).size / 2 ** 20;
  const { usage: full } = await startAndUse(folder);
  return { size, empty, full, fillSeconds, fileMegabytes };
}

async function startAndUse(folder: ServerFolder) {
  await using server = await ServerProcess.start(folder);
  const { url, pid, startMs } = server;
  const platform = await serverParty(url);
  const megabytes = residentMegabytes(pid);
  await use({ url, pid, platform });
  const usage: Usage = { startMs, megabytes, usedMegabytes: residentMegabytes(pid) };
  // A regular stop: every payout gets its last entry before rows are copied.
  await server.stop();
  return { usage, platform };
}

async function use(server: ServerAt): Promise<void> {
  const agent = keepAliveAgent(1);
  const list = `${server.url}/contracts?status=open&limit=200`;
  let next: string | null = null;
  for (let page = 0; page < USED_PAGES && (page === 0 || next !== null); page += 1) {
    const before: string = next === null ? "" : `&before=${next}`;
    ({ next } = await getJson<{ readonly next: string | null }>(agent, `${list}${before}`));
  }
  agent.destroy();
  using load = new ActLoad(server);
  await load.saturate(load.sign(USED_ACTS));
}
