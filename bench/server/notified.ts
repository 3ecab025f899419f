/** How long after a post its readers hear of it, with many of them in a process of their own. */
import { type ChildProcess, fork } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { generateSigner } from "@bazaar/keys";
import { keepAliveAgent, send } from "../../tools/soak/exchange.ts";
import { SignedChain, signRequest } from "../../tools/soak/signed-act.ts";
import type { ServerAt } from "./act-load.ts";

const SUBSCRIBERS = fileURLToPath(new URL("./subscribers.ts", import.meta.url));
const EVERY_MS = 100;
const LAST_ONES_MS = 2_000;

/** What the subscribers' process says. Times are of the machine's clock, in milliseconds. */
export type SubscribersSay =
  | { readonly is: "ready" }
  | { readonly is: "heard"; readonly arrivals: readonly (readonly [string, readonly number[]])[] };

export interface Notified {
  readonly latencies: readonly number[];
  /** Of all that should have been heard. */
  readonly missing: number;
}

export async function notified(
  server: ServerAt,
  subscribers: number,
  posts: number,
): Promise<Notified> {
  const child = fork(SUBSCRIBERS, [server.url, String(subscribers)]);
  try {
    await said(child);
    const sentAt = await postSlowly(server, posts);
    await wait(LAST_ONES_MS);
    child.send("tell");
    const heard = await said(child);
    if (heard.is !== "heard") throw new Error("the subscribers heard nothing");
    const latencies = heard.arrivals.flatMap(([id, times]) => {
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

async function said(child: ChildProcess): Promise<SubscribersSay> {
  const { promise, resolve, reject } = Promise.withResolvers<SubscribersSay>();
  child.once("message", (message) => resolve(message as SubscribersSay));
  child.once("exit", (code) => reject(new Error(`the subscribers ended with ${code}`)));
  return promise;
}
