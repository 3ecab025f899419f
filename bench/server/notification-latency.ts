/** The time from a post until its subscribers, in a process of their own, receive the event. */
import { type ChildProcess, fork } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { generateSigner } from "@bazaar/keys";
import { keepAliveAgent, send } from "../../tools/soak/exchange.ts";
import { SignedChain, signRequest } from "../../tools/soak/signed-act.ts";
import type { ServerAt } from "./act-load.ts";

const SUBSCRIBERS = fileURLToPath(new URL("./subscribers.ts", import.meta.url));
const EVERY_MS = 100;
const LAST_EVENTS_MS = 2_000;

/** A message of the subscribers' process. Times are in milliseconds since 1970. */
export type SubscribersMessage =
  | { readonly is: "ready" }
  | {
      readonly is: "arrivals";
      readonly arrivals: readonly (readonly [string, readonly number[]])[];
    };

interface NotificationLatency {
  readonly latencies: readonly number[];
  /** Events that subscribers did not receive. */
  readonly missing: number;
}

export async function notificationLatency(
  server: ServerAt,
  subscribers: number,
  posts: number,
): Promise<NotificationLatency> {
  const child = fork(SUBSCRIBERS, [server.url, String(subscribers)]);
  try {
    await nextMessage(child);
    const sentAt = await postSlowly(server, posts);
    await wait(LAST_EVENTS_MS);
    child.send("report");
    const message = await nextMessage(child);
    if (message.is !== "arrivals") throw new Error("the subscribers sent no arrivals");
    const latencies = message.arrivals.flatMap(([id, times]) => {
      const sentMs = sentAt.get(id);
      return sentMs === undefined ? [] : times.map((atMs) => atMs - sentMs);
    });
    return { latencies, missing: posts * subscribers - latencies.length };
  } finally {
    child.kill("SIGKILL");
  }
}

async function postSlowly(
  { url, platform }: ServerAt,
  posts: number,
): Promise<ReadonlyMap<string, number>> {
  const agent = keepAliveAgent(4);
  const principal = generateSigner();
  const sentAt = new Map<string, number>();
  for (let number = 0; number < posts; number += 1) {
    const chain = new SignedChain(principal, platform, number.toString(16).padStart(64, "0"));
    const prepared = signRequest(chain.post());
    sentAt.set(chain.alias, performance.timeOrigin + performance.now());
    const { status, text } = await send(agent, url, prepared);
    if (status !== 200) throw new Error(`post: ${status} ${text}`);
    await wait(EVERY_MS);
  }
  agent.destroy();
  return sentAt;
}

async function nextMessage(child: ChildProcess): Promise<SubscribersMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<SubscribersMessage>();
  child.once("message", (message) => resolve(message as SubscribersMessage));
  child.once("exit", (code) => reject(new Error(`the subscribers exited with code ${code}`)));
  return promise;
}
