/** Many agents that say nothing: what they cost, and whether the server still answers. */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { percentile } from "../../tools/soak/percentile.ts";
import { cpuSeconds, residentMegabytes } from "../server/process-usage.ts";
import { enterAll, type Member } from "./member.ts";

const FEW = 200;
const HELD_MS = 3_000;
/** Files that both processes have open besides. */
const OTHER_FILES = 200;

export interface Idle {
  readonly connections: number;
  readonly kibibytesEach: number;
  /** Share of a core that the server used while nobody said anything. */
  readonly cores: number;
  /** Of those that were asked in the end. */
  readonly answerMs: number;
}

export async function holdIdle(url: string, pid: number, wanted: number): Promise<Idle> {
  const connections = Math.min(wanted, openFiles() - OTHER_FILES);
  // What the first connections allocate serves all.
  const few = await enterAll(url, FEW);
  const before = residentMegabytes(pid);
  const members = await enterAll(url, connections - FEW);
  await wait(HELD_MS);
  const kibibytesEach = ((residentMegabytes(pid) - before) * 1_024) / members.length;
  const cpu = cpuSeconds(pid);
  await wait(HELD_MS);
  const cores = ((cpuSeconds(pid) - cpu) * 1_000) / HELD_MS;
  const all = [...few, ...members];
  const times: number[] = [];
  for (const member of all.filter((_, at) => at % FEW === 0)) times.push(await answerMs(member));
  const held = all.filter(({ isOpen }) => isOpen).length;
  if (held !== connections) throw new Error(`${held} of ${connections} connections are left`);
  for (const member of all) member.end();
  return { connections, kibibytesEach, cores, answerMs: percentile(times, 0.99) };
}

async function answerMs(member: Member): Promise<number> {
  const startedMs = performance.now();
  const pong = member.next("PONG");
  member.send({ type: "PING" });
  await pong;
  return performance.now() - startedMs;
}

/** How many files this process, and the server, may open. */
function openFiles(): number {
  const limits = readFileSync("/proc/self/limits", "utf8");
  return Number(/Max open files\s+\d+\s+(\d+)/.exec(limits)?.[1] ?? 1_024);
}
