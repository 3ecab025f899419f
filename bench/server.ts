/**
 * The real server: a process of its own on SQLite, every commit synced to the disk, loaded over HTTP
 * by other processes.
 */
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { percentile } from "../tools/soak/percentile.ts";
import { ServerFolder, ServerProcess, serverParty } from "../tools/soak/server-process.ts";
import { count, type Line, report } from "./measure.ts";
import { ActLoad, type Saturation, type ServerAt } from "./server/act-load.ts";
import { type LargeMarket, largeMarket } from "./server/large-market.ts";
import { bareSyncs, bareVerifications } from "./server/machine-limits.ts";
import { notificationLatency } from "./server/notification-latency.ts";
import { postRates } from "./server/post-load.ts";
import { wholeLoops } from "./server/whole-loop.ts";

/** Until the code is compiled, as in a server that has run for a while. */
const WARM_UP_ROUNDS = 5;
const ROUNDS = 7;
const ROUND_ACTS = 5_000;
const HALF_SECONDS = 10;
const UNCLAIMED = 5_000;
const SUBSCRIBERS = 1_000;
const POSTS = 50;
const LOOPS = 50;
const LARGE = { openContracts: 100_000, entries: 1_000_000 };

const LIMIT_MS = { act: 50, notificationMedian: 20, notification: 60, loop: 300 };
const SIGNATURES_PER_ACT = 2;
const LEAST_SHARE_OF_BARE_SERVER = 0.6;
const BARE_SERVER = fileURLToPath(new URL("./server/bare-server.ts", import.meta.url));

export interface ServerBenchOptions {
  /** A tenth of the load. */
  readonly quick: boolean;
  /** Folder for a CPU profile of the server. */
  readonly profile?: string | undefined;
}

export async function benchServer({ quick, profile }: ServerBenchOptions): Promise<void> {
  const share = quick ? 0.1 : 1;
  const nodeArguments =
    profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${resolve(profile)}`];
  if (quick) console.log("--quick: a tenth of the load and of the large database");
  {
    using folder = new ServerFolder();
    const syncs = bareSyncs(join(folder.path, "bare"));
    await using running = await ServerProcess.start(folder, { nodeArguments });
    const { url, pid } = running;
    const server = { url, pid, platform: await serverParty(url) };
    using bareFolder = new ServerFolder();
    await using bare = await ServerProcess.start(bareFolder, { program: [BARE_SERVER] });
    const bareServer = { ...server, url: bare.url, pid: bare.pid };
    report(await actLines(server, bareServer, syncs, share));
    report(await postLines(server, bareServer, share));
    await bare.kill();
    report(await notificationLines(server, share));
    report(await loopLines(server, share));
    await running.stop();
  }
  const { openContracts, entries } = LARGE;
  report(
    largeLines(
      await largeMarket({ openContracts: openContracts * share, entries: entries * share }),
    ),
  );
}

interface Round extends Saturation {
  /** Ed25519 verifications per CPU-second. */
  readonly verifications: number;
  readonly bareServer: Saturation;
}

async function actLines(
  server: ServerAt,
  bareServer: ServerAt,
  syncs: number,
  share: number,
): Promise<readonly Line[]> {
  using load = new ActLoad(server);
  using bareLoad = new ActLoad(bareServer);
  const rounds: Round[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const verifications = bareVerifications();
    const peer = await bareLoad.saturate(bareLoad.sign(ROUND_ACTS * share));
    const own = await load.saturate(load.sign(ROUND_ACTS * share));
    if (round >= 0) rounds.push({ verifications, bareServer: peer, ...own });
  }
  const wall = medianOf(rounds, ({ actsPerSecond }) => actsPerSecond);
  const half = wall / 2;
  const lives = load.sign(half * HALF_SECONDS * share);
  const latencies = await load.atRate(lives, half);
  await load.settle(lives);
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
  return [
    ...cpuLines(rounds),
    ...wallLines(rounds, syncs),
    within(`latency at ${count(half)} acts/s (half load), p99`, p99, LIMIT_MS.act, p50),
  ];
}

function medianOf(rounds: readonly Round[], figure: (round: Round) => number): number {
  return percentile(rounds.map(figure), 0.5);
}

/** Ratios are taken round by round, so that both sides were measured in the same minute. */
function cpuLines(rounds: readonly Round[]): readonly Line[] {
  const bareActs = ({ bareServer }: Round): number => bareServer.actsPerCpuSecond;
  const bareServer = `bare server, no rules or money ${count(medianOf(rounds, bareActs))}`;
  const ed25519 = medianOf(rounds, ({ verifications }) => verifications);
  const againstEd25519 = (what: string, acts: (round: Round) => number): Line => ({
    what,
    figure: count(medianOf(rounds, acts)),
    reference: `half of the Ed25519 verifications ${count(ed25519)}`,
    ratio: medianOf(rounds, (round) => {
      return acts(round) / (round.verifications / SIGNATURES_PER_ACT);
    }),
    target: null,
  });
  return [
    {
      what: "durable signed acts per server CPU-second",
      figure: count(medianOf(rounds, ({ actsPerCpuSecond }) => actsPerCpuSecond)),
      reference: bareServer,
      ratio: medianOf(rounds, (round) => round.actsPerCpuSecond / bareActs(round)),
      target: LEAST_SHARE_OF_BARE_SERVER,
    },
    againstEd25519("the same", ({ actsPerCpuSecond }) => actsPerCpuSecond),
    againstEd25519("the same, payouts included", ({ settledPerCpuSecond }) => settledPerCpuSecond),
    againstEd25519("the bare server", bareActs),
  ];
}

/** Contracts that nobody takes: the cheapest way to make a server work. */
async function postLines(
  server: ServerAt,
  bareServer: ServerAt,
  share: number,
): Promise<readonly Line[]> {
  const bare = await postRates(bareServer, UNCLAIMED * share, null);
  const own = await postRates(server, UNCLAIMED * share, "settled");
  const line = (what: string, figure: number): Line => ({
    what,
    figure: count(figure),
    reference: `bare server, no rules or money ${count(bare.postsPerCpuSecond)}`,
    ratio: figure / bare.postsPerCpuSecond,
    target: null,
  });
  return [
    line("posts per server CPU-second", own.postsPerCpuSecond),
    line("the same, until they expire and are refunded", own.endedPerCpuSecond),
  ];
}

function wallLines(rounds: readonly Round[], syncs: number): readonly Line[] {
  const cores = medianOf(rounds, (round) => round.cores).toFixed(2);
  const againstSyncs = (what: string, perSecond: number): Line => ({
    what,
    figure: `${count(perSecond)} /s`,
    reference: `fdatasync calls ${count(syncs)}/s`,
    ratio: perSecond / syncs,
    target: null,
  });
  return [
    againstSyncs(
      `durable signed acts, server on ${cores} cores`,
      medianOf(rounds, ({ actsPerSecond }) => actsPerSecond),
    ),
    againstSyncs(
      "contracts from post to payout",
      medianOf(rounds, ({ contractsPerSecond }) => contractsPerSecond),
    ),
  ];
}

async function notificationLines(server: ServerAt, share: number): Promise<readonly Line[]> {
  const { latencies, missing } = await notificationLatency(server, SUBSCRIBERS, POSTS * share);
  if (missing !== 0) throw new Error(`${missing} notifications are missing`);
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
  const what = `post to notification, ${count(SUBSCRIBERS)} subscribers`;
  return [
    within(`${what}, p50`, p50, LIMIT_MS.notificationMedian),
    within(`${what}, p99`, p99, LIMIT_MS.notification),
  ];
}

async function loopLines(server: ServerAt, share: number): Promise<readonly Line[]> {
  const times = await wholeLoops(server, LOOPS * share);
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  return [within("post to payout with an instant agent, p99", p99, LIMIT_MS.loop, p50)];
}

function largeLines({
  size,
  empty,
  full,
  fillSeconds,
  fileMegabytes,
}: LargeMarket): readonly Line[] {
  const { openContracts, entries } = size;
  console.log(
    `${count(openContracts)} open contracts, ${count(entries)} entries: written in ${fillSeconds.toFixed(0)} s, ${fileMegabytes.toFixed(0)} MB`,
  );
  const againstEmpty = (what: string, own: number, bare: number, unit: string): Line => ({
    what,
    figure: `${own.toFixed(0)} ${unit}`,
    reference: `with an empty database ${bare.toFixed(0)} ${unit}`,
    ratio: own / bare,
    target: null,
  });
  return [
    againstEmpty("start-up until it listens", full.startMs, empty.startMs, "ms"),
    againstEmpty("memory after start-up (RSS)", full.megabytes, empty.megabytes, "MB"),
    againstEmpty("memory after some use (RSS)", full.usedMegabytes, empty.usedMegabytes, "MB"),
  ];
}

/** A time and its limit: above 100 % is within the limit. */
function within(what: string, ms: number, limitMs: number, medianMs?: number): Line {
  const median = medianMs === undefined ? "" : `, p50 ${medianMs.toFixed(1)} ms`;
  return {
    what,
    figure: `${ms.toFixed(1)} ms`,
    reference: `limit ${limitMs} ms${median}`,
    ratio: limitMs / ms,
    target: 1,
  };
}
