/** Connects, and again whenever the connection is lost, until the server says no or this is stopped. */
import { delayMs } from "../../connection/back-off.ts";
import type { Clock } from "../../connection/clock.ts";
import { type ChatProblem, localProblem, type Me } from "./chat-event.ts";
import type { Entered } from "./enter.ts";
import { Link } from "./link.ts";

export interface StayNeeds {
  readonly url: string;
  readonly clock: Clock;
  /** From 0 to 1: spreads the reconnects of many clients. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly enter: (link: Link) => Promise<Entered>;
  /** Until the connection ends. Gives why there should be no other, or null. */
  readonly use: (link: Link, me: Me) => Promise<ChatProblem | null>;
  readonly onLost: (problem: ChatProblem, retryMs: number) => void;
}

const BACK_OFF = { firstMs: 500, mostMs: 30_000 };
/** A connection that ends sooner counts as one more failure. */
const STABLE_MS = 10_000;
const ENTER_MS = 30_000;
const CHECK_MS = 30_000;
const CLOSE_MS = 1_000;

interface Ended {
  readonly problem: ChatProblem;
  readonly isFinal: boolean;
}

/** Gives why it has ended; null if it was stopped. */
export async function stayConnected(needs: StayNeeds): Promise<ChatProblem | null> {
  const { clock, random, signal, onLost } = needs;
  for (let failures = 0; ; ) {
    const startedMs = clock.nowMs();
    const { problem, isFinal } = await connectOnce(needs);
    if (signal.aborted) return null;
    if (isFinal) return problem;
    const retryMs = Math.round(delayMs(BACK_OFF, failures) * (0.5 + random() / 2));
    failures = clock.nowMs() - startedMs > STABLE_MS ? 0 : failures + 1;
    onLost(problem, retryMs);
    await clock.sleep(retryMs, signal);
    if (signal.aborted) return null;
  }
}

/** From the handshake to the end of one connection. */
async function connectOnce(needs: StayNeeds): Promise<Ended> {
  const { url, clock, signal } = needs;
  const link = new Link(url);
  const over = new AbortController();
  const stop = (): void => {
    link.close();
    void dropAfter(clock, link, CLOSE_MS, over.signal);
  };
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop);
  const entered = await enterInTime(needs, link);
  const ended = entered.is === "out" ? entered : await use(needs, link, entered.me, over.signal);
  if (link.isOpen) stop();
  await link.closed;
  over.abort();
  signal.removeEventListener("abort", stop);
  return ended;
}

async function enterInTime({ clock, enter }: StayNeeds, link: Link): Promise<Entered> {
  const entered = new AbortController();
  void dropAfter(clock, link, ENTER_MS, entered.signal);
  return enter(link).finally(() => entered.abort());
}

async function use(
  { clock, use }: StayNeeds,
  link: Link,
  me: Me,
  over: AbortSignal,
): Promise<Ended> {
  void checkRegularly(clock, link, over);
  const problem = await use(link, me);
  if (problem !== null) return { problem, isFinal: true };
  return { problem: localProblem("offline", await link.closed), isFinal: false };
}

async function dropAfter(clock: Clock, link: Link, ms: number, over: AbortSignal): Promise<void> {
  await clock.sleep(ms, over);
  if (!over.aborted) link.drop();
}

async function checkRegularly(clock: Clock, link: Link, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await clock.sleep(CHECK_MS, over);
    if (!over.aborted) link.check();
  }
}
