/**
 * What the real server does: a process of its own on SQLite with every commit brought to the disk,
 * loaded over HTTP by others.
 */
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { percentile } from "../tools/soak/percentile.ts";
import { ServerFolder, ServerProcess, serverParty } from "../tools/soak/server-process.ts";
import { count, type Line, report } from "./measure.ts";
import { ActLoad, type Saturation, type ServerAt } from "./server/act-load.ts";
import { type LargeMarket, largeMarket } from "./server/large-market.ts";
import { bareSyncs, bareVerifications } from "./server/limits-of-this-machine.ts";
import { notified } from "./server/notified.ts";
import { wholeLoops } from "./server/whole-loop.ts";

/** Until the compiler has seen enough; a server lives longer than that. */
const WARMING_ROUNDS = 5;
const ROUNDS = 7;
const ROUND_ACTS = 5_000;
const HALF_SECONDS = 10;
const SUBSCRIBERS = 1_000;
const POSTS = 50;
const LOOPS = 50;
const LARGE = { openContracts: 100_000, entries: 1_000_000 };

const LIMIT_MS = { act: 50, notifiedMedian: 20, notified: 60, loop: 300 };
/** Two signatures an act: nothing could do more than half of the bare verifications. */
const SIGNATURES_PER_ACT = 2;
const LEAST_SHARE = 0.5;
const BARE_SERVER = fileURLToPath(new URL("./server/bare-server.ts", import.meta.url));

export interface ServerBenchOptions {
  /** A tenth of everything. */
  readonly quick: boolean;
  /** A folder where the server leaves a CPU profile. */
  readonly profile?: string | undefined;
}

export async function benchServer({ quick, profile }: ServerBenchOptions): Promise<void> {
  const share = quick ? 0.1 : 1;
  const nodeArguments =
    profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${resolve(profile)}`];
  if (quick) console.log("--quick: a tenth of the load and of the large market");
  {
    using folder = new ServerFolder();
    const syncs = bareSyncs(join(folder.path, "bare"));
    await using running = await ServerProcess.start(folder, { nodeArguments });
    const { url, pid } = running;
    const server = { url, pid, platform: await serverParty(url) };
    using bareFolder = new ServerFolder();
    await using bare = await ServerProcess.start(bareFolder, { program: [BARE_SERVER] });
    report(await actLines(server, { ...server, url: bare.url, pid: bare.pid }, syncs, share));
    await bare.kill();
    report(await notifiedLines(server, share));
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
  /** Bare verifications per second. */
  readonly bare: number;
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
  for (let round = -WARMING_ROUNDS; round < ROUNDS; round += 1) {
    const bare = bareVerifications();
    const beside = await bareLoad.saturate(bareLoad.sign(ROUND_ACTS * share));
    const own = await load.saturate(load.sign(ROUND_ACTS * share));
    if (round >= 0) rounds.push({ bare, bareServer: beside, ...own });
  }
  const usual = (figure: (round: Round) => number): number => percentile(rounds.map(figure), 0.5);
  const wall = usual(({ actsPerSecond }) => actsPerSecond);
  const closed = usual(({ contractsPerSecond }) => contractsPerSecond);
  const cores = usual((round) => round.cores).toFixed(2);
  const half = wall / 2;
  const lives = load.sign(half * HALF_SECONDS * share);
  const latencies = await load.atRate(lives, half);
  await load.settle(lives);
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
  const perCpu = (
    what: string,
    acts: (round: Round) => number,
    target: number | null = LEAST_SHARE,
  ): Line => ({
    what,
    figure: count(usual(acts)),
    beside: `half of bare Ed25519 ${count(usual(({ bare }) => bare))} per CPU-second`,
    // Taken round by round, so that both sides were measured in the same minute.
    ratio: usual((round) => acts(round) / (round.bare / SIGNATURES_PER_ACT)),
    target,
  });
  const bareActs = ({ bareServer: { actsPerCpuSecond } }: Round): number => actsPerCpuSecond;
  const beside = `bare fdatasync ${count(syncs)}/s`;
  return [
    perCpu("durable signed acts per server CPU-second", (round) => round.actsPerCpuSecond),
    perCpu("the same, until all is paid and settled", (round) => round.settledPerCpuSecond),
    perCpu("the same, a bare server without rules or money", bareActs, null),
    {
      what: "durable signed acts per server CPU-second",
      figure: count(usual(({ actsPerCpuSecond }) => actsPerCpuSecond)),
      beside: `a bare server without rules or money ${count(usual(bareActs))}`,
      ratio: usual((round) => round.actsPerCpuSecond / bareActs(round)),
      target: null,
    },
    {
      what: `durable signed acts, server at ${cores} cores`,
      figure: `${count(wall)} /s`,
      beside,
      ratio: wall / syncs,
      target: null,
    },
    {
      what: "contracts until paid and settled",
      figure: `${count(closed)} /s`,
      beside,
      ratio: closed / syncs,
      target: null,
    },
    within(`act at ${count(half)}/s (half saturation), p99`, p99, LIMIT_MS.act, p50),
  ];
}

async function notifiedLines(server: ServerAt, share: number): Promise<readonly Line[]> {
  const { latencies, missing } = await notified(server, SUBSCRIBERS, POSTS * share);
  if (missing !== 0) throw new Error(`${missing} notifications are missing`);
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
  const what = `post → notified, ${count(SUBSCRIBERS)} readers`;
  return [
    within(`${what}, p50`, p50, LIMIT_MS.notifiedMedian),
    within(`${what}, p99`, p99, LIMIT_MS.notified),
  ];
}

async function loopLines(server: ServerAt, share: number): Promise<readonly Line[]> {
  const times = await wholeLoops(server, LOOPS * share);
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  return [within("whole loop, instant agent, p99", p99, LIMIT_MS.loop, p50)];
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
    `${count(openContracts)} open contracts, ${count(entries)} entries: filled in ${fillSeconds.toFixed(0)} s, ${fileMegabytes.toFixed(0)} MB`,
  );
  const beside = (what: string, own: number, bare: number, unit: string): Line => ({
    what,
    figure: `${own.toFixed(0)} ${unit}`,
    beside: `on an empty database ${bare.toFixed(0)} ${unit}`,
    ratio: own / bare,
    target: null,
  });
  return [
    beside("start-up, spawn → listening", full.startMs, empty.startMs, "ms"),
    beside("memory once it listens (RSS)", full.megabytes, empty.megabytes, "MB"),
    beside("memory in use (RSS)", full.usedMegabytes, empty.usedMegabytes, "MB"),
  ];
}

/** A time beside its limit: above 100 % it is within. */
function within(what: string, ms: number, limitMs: number, medianMs?: number): Line {
  const median = medianMs === undefined ? "" : `, p50 ${medianMs.toFixed(1)} ms`;
  return {
    what,
    figure: `${ms.toFixed(1)} ms`,
    beside: `limit ${limitMs} ms${median}`,
    ratio: limitMs / ms,
    target: 1,
  };
}
