/** Members of one channel that talk as fast as they are heard, or at a rate. */
import { setTimeout as wait } from "node:timers/promises";
import { percentile } from "../../tools/soak/percentile.ts";
import { cpuSeconds } from "../server/process-usage.ts";
import type { Member } from "./member.ts";

export const CHANNEL = "#general";
const CONTENT = Buffer.from('"content":"');
/** Follows the time in a message. */
const WORDS =
  " the quick brown fox jumps over the lazy dog, again and again, until it has been heard";
const MAX_SPEAKERS = 100;
const WARM_UP_MS = 500;
const SATURATION_MS = 1_500;
const STEADY_MS = 1_500;
const PATIENCE_MS = 60_000;
const POLL_MS = 5;
/** Every so often a delivery is timed. */
const TIMED = 7;

export interface Saturation {
  /** Deliveries, in CPU time of the server. */
  readonly perCpuSecond: number;
  /** Lines per second. */
  readonly lines: number;
  /** Cores that the server used. */
  readonly cores: number;
}

export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** Each speaker says the next line when it hears its last one. */
export async function saturate(pid: number, members: readonly Member[]): Promise<Saturation> {
  const speakers = members.slice(0, MAX_SPEAKERS);
  let isOver = false;
  let lines = 0;
  const first = framesOf(members);
  const ended = speakers.map((speaker, at) => {
    const own = Buffer.from(`"content":"${at}!`);
    const { promise, resolve } = Promise.withResolvers<void>();
    const say = (): void => speaker.send({ type: "MSG", to: CHANNEL, content: `${at}!${WORDS}` });
    speaker.onText = (text) => {
      if (!text.includes(own)) return;
      lines += 1;
      if (isOver) resolve();
      else say();
    };
    say();
    return promise;
  });
  await wait(WARM_UP_MS);
  const before = { cpu: cpuSeconds(pid), frames: framesOf(members), lines, ms: performance.now() };
  await wait(SATURATION_MS);
  const cpu = cpuSeconds(pid) - before.cpu;
  const delivered = framesOf(members) - before.frames;
  const seconds = (performance.now() - before.ms) / 1_000;
  const measured = (lines - before.lines) / seconds;
  isOver = true;
  await Promise.all(ended);
  for (const speaker of speakers) speaker.onText = () => undefined;
  await frames(members, first + lines * members.length);
  return { perCpuSecond: delivered / cpu, lines: measured, cores: cpu / seconds };
}

interface Talking {
  readonly ms?: number;
  readonly padding?: string;
  readonly isOver?: () => boolean;
}

const never = (): boolean => false;

/** The time from a message to its deliveries, at so many lines per second. */
export async function latencyAt(
  members: readonly Member[],
  perSecond: number,
  { ms = STEADY_MS, padding = WORDS, isOver = never }: Talking = {},
): Promise<Latency> {
  const times: number[] = [];
  let heard = 0;
  for (const member of members) {
    member.onText = (text) => {
      heard += 1;
      if (heard % TIMED !== 0) return;
      const at = text.indexOf(CONTENT);
      if (at === -1) return;
      const sent = text.toString("latin1", at + CONTENT.length, at + CONTENT.length + 20);
      times.push(performance.now() - Number.parseFloat(sent));
    };
  }
  const startedMs = performance.now();
  let said = 0;
  for (;;) {
    const elapsedMs = performance.now() - startedMs;
    if (elapsedMs > ms || isOver()) break;
    const due = (elapsedMs / 1_000) * perSecond;
    for (; said < due; said += 1) {
      const content = `${performance.now().toFixed(3)}${padding}`;
      members[said % members.length]?.send({ type: "MSG", to: CHANNEL, content });
    }
    await wait(1);
  }
  while (heard < said * members.length) await wait(1);
  for (const member of members) member.onText = () => undefined;
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

function framesOf(members: readonly Member[]): number {
  return members.reduce((sum, { frames }) => sum + frames, 0);
}

/** All at once; gives the time until everybody has heard of everybody. */
export async function joinAll(members: readonly Member[]): Promise<number> {
  const startedMs = performance.now();
  const before = framesOf(members);
  for (const member of members) member.send({ type: "JOIN", channel: CHANNEL });
  // Each gets the list of members and a welcome, and two messages about each that comes later.
  await frames(members, before + members.length * (members.length + 1));
  return performance.now() - startedMs;
}

/** Until so many have come in all. */
async function frames(members: readonly Member[], total: number): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  while (framesOf(members) < total) {
    if (performance.now() > endMs) throw new Error(`${framesOf(members)} of ${total} frames came`);
    await wait(POLL_MS);
  }
}
