/**
 * The chat door in a process of its own, its lines in SQLite, loaded over WebSockets by this one.
 * Beside it runs the same door that writes every frame by itself.
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ServerFolder, ServerProcess } from "../tools/soak/server-process.ts";
import {
  joinAll,
  type Latency,
  latencyAt,
  type Saturation,
  saturate,
} from "./chat/channel-load.ts";
import { holdIdle } from "./chat/idle-load.ts";
import { enterAll } from "./chat/member.ts";
import { besideSlowReader } from "./chat/slow-reader.ts";
import { count, type Line, report } from "./measure.ts";
import { cpuSeconds } from "./server/process-usage.ts";

const PROGRAM = fileURLToPath(new URL("./chat/server.ts", import.meta.url));
const AT_ONCE = "--at-once";
const SIZES = [10, 100, 1_000];
const IDLE = 10_000;
/** 200,000 deliveries per CPU-second among so many members. */
const LIMIT = { members: 100, microseconds: 5 };
/** At which latency is measured, or half of what the server can do: it is not the load's own. */
const STEADY_PER_SECOND = 50_000;
const LIMIT_MS = { median: 20, slowest: 60, answer: 20 };

export interface ChatBenchOptions {
  /** A tenth of the members and connections. */
  readonly quick: boolean;
  /** Folder for CPU profiles of the servers. */
  readonly profile?: string | undefined;
}

export async function benchChat({ quick, profile }: ChatBenchOptions): Promise<void> {
  const nodeArguments =
    profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${resolve(profile)}`];
  const start = async (...switches: readonly string[]): Promise<Running> => {
    const folder = new ServerFolder();
    const program = [PROGRAM, ...switches];
    const server = await ServerProcess.start(folder, { program, nodeArguments });
    return { server, folder };
  };
  for (const size of quick ? SIZES.slice(0, -1) : SIZES) {
    const each = await inChannel(await start(AT_ONCE), size);
    report(channelLines(size, await inChannel(await start(), size), each));
  }
  report(await slowReaderLines(await start()));
  report(await idleLines(await start(), quick ? IDLE / 10 : IDLE));
}

interface Running {
  readonly server: ServerProcess;
  readonly folder: ServerFolder;
}

/** Stops it, so that its profile is written. */
async function withServer<T>(
  { server, folder }: Running,
  work: (url: string, pid: number, log: string) => Promise<T>,
): Promise<T> {
  try {
    return await work(server.url, server.pid, folder.log);
  } finally {
    await server.stop();
    folder[Symbol.dispose]();
  }
}

interface InChannel {
  readonly joinMs: number;
  readonly joinCpuSeconds: number;
  readonly saturation: Saturation;
  /** At so many lines per second. */
  readonly steady: number;
  readonly latency: Latency;
}

function inChannel(running: Running, size: number): Promise<InChannel> {
  return withServer(running, async (url, pid) => {
    const members = await enterAll(url, size);
    const cpu = cpuSeconds(pid);
    const joinMs = await joinAll(members);
    const joinCpuSeconds = cpuSeconds(pid) - cpu;
    const saturation = await saturate(pid, members);
    const steady = Math.min(saturation.lines / 2, STEADY_PER_SECOND / size);
    const latency = await latencyAt(members, steady);
    for (const member of members) member.end();
    return { joinMs, joinCpuSeconds, saturation, steady, latency };
  });
}

function channelLines(size: number, own: InChannel, each: InChannel): readonly Line[] {
  const { perCpuSecond, lines, cores } = own.saturation;
  const microseconds = 1e6 / perCpuSecond;
  const { p50, p99 } = own.latency;
  const latency = `latency at ${count(own.steady)} lines/s`;
  const limit: Line = {
    what: "the same, CPU time per delivery",
    figure: `${microseconds.toFixed(2)} µs`,
    reference: `limit ${LIMIT.microseconds} µs`,
    ratio: LIMIT.microseconds / microseconds,
    target: 1,
  };
  return [
    {
      what: `${count(size)} members: deliveries per CPU-second`,
      figure: count(perCpuSecond),
      reference: `each frame a write of its own ${count(each.saturation.perCpuSecond)}`,
      ratio: perCpuSecond / each.saturation.perCpuSecond,
      target: null,
    },
    ...(size === LIMIT.members ? [limit] : []),
    {
      what: `lines per second, server on ${cores.toFixed(2)} cores`,
      figure: `${count(lines)} /s`,
      reference: `each frame a write of its own ${count(each.saturation.lines)}/s`,
      ratio: lines / each.saturation.lines,
      target: null,
    },
    within(`${latency}, p50`, p50, LIMIT_MS.median),
    within(`${latency}, p99`, p99, LIMIT_MS.slowest),
    {
      what: `all join at once, ${own.joinCpuSeconds.toFixed(2)} CPU-seconds`,
      figure: `${own.joinMs.toFixed(0)} ms`,
      reference: `each frame a write of its own ${each.joinMs.toFixed(0)} ms`,
      ratio: each.joinMs / own.joinMs,
      target: null,
    },
  ];
}

async function slowReaderLines(running: Running): Promise<readonly Line[]> {
  const { alone, beside, droppedAfterMs } = await withServer(running, (url, _pid, log) =>
    besideSlowReader(url, log),
  );
  const line = (share: "p50" | "p99"): Line => ({
    what: `latency beside a slow reader, ${share}`,
    figure: `${beside[share].toFixed(1)} ms`,
    reference: `without it ${alone[share].toFixed(1)} ms`,
    ratio: alone[share] / beside[share],
    target: null,
  });
  console.log(`the slow reader was dropped, and logged, after ${count(droppedAfterMs)} ms`);
  return [line("p50"), line("p99")];
}

async function idleLines(running: Running, wanted: number): Promise<readonly Line[]> {
  const { connections, kibibytesEach, cores, answerMs } = await withServer(running, (url, pid) =>
    holdIdle(url, pid, wanted),
  );
  console.log(
    `${count(connections)} idle connections: ${kibibytesEach.toFixed(1)} KiB (RSS) each, ${cores.toFixed(3)} cores`,
  );
  return [within("a PING among them, p99", answerMs, LIMIT_MS.answer)];
}

function within(what: string, ms: number, limitMs: number): Line {
  const figure = `${ms.toFixed(1)} ms`;
  return { what, figure, reference: `limit ${limitMs} ms`, ratio: limitMs / ms, target: 1 };
}
