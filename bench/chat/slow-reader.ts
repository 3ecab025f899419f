/** A member of a channel that reads nothing, beside others that do. */
import { readFileSync } from "node:fs";
import { CHANNEL, joinAll, type Latency, latencyAt } from "./channel-load.ts";
import { enterAll, Member } from "./member.ts";

const FAST = 10;
const LINES_PER_SECOND = 500;
/** As long as a message may be, nearly. */
const PADDING = ` ${"x".repeat(4_000)}`;
const ALONE_MS = 2_000;
const PATIENCE_MS = 20_000;

interface SlowReader {
  readonly alone: Latency;
  /** Until the slow one was dropped. */
  readonly beside: Latency;
  readonly droppedAfterMs: number;
}

export async function besideSlowReader(url: string, log: string): Promise<SlowReader> {
  const fast = await enterAll(url, FAST);
  await joinAll(fast);
  const alone = await latencyAt(fast, LINES_PER_SECOND, { ms: ALONE_MS, padding: PADDING });
  const slow = await Member.enter(url, "slow");
  slow.send({ type: "JOIN", channel: CHANNEL });
  await slow.next("JOINED");
  slow.stopReading();
  const startedMs = performance.now();
  const isOver = (): boolean => readFileSync(log, "utf8").includes("chat_slow_reader");
  const beside = await latencyAt(fast, LINES_PER_SECOND, {
    ms: PATIENCE_MS,
    padding: PADDING,
    isOver,
  });
  if (!isOver()) throw new Error("the slow reader was not dropped");
  const droppedAfterMs = performance.now() - startedMs;
  for (const member of [...fast, slow]) member.end();
  return { alone, beside, droppedAfterMs };
}
