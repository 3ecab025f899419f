/** The time from post to payout with an agent that listens to the stream and acts at once. */
import { randomBytes } from "node:crypto";
import type { Agent } from "node:http";
import { generateSigner } from "@bazaar/keys";
import { getJson, keepAliveAgent, send } from "../../tools/soak/exchange.ts";
import { type SignedAct, signRequest, wholeLife } from "../../tools/soak/signed-act.ts";
import { StreamReader } from "../../tools/soak/stream-reader.ts";
import type { ServerAt, Transcript } from "./act-load.ts";

/** The time of each contract until its `settled` entry can be read; one contract at a time. */
export async function wholeLoops(server: ServerAt, loops: number): Promise<readonly number[]> {
  const waiting = new Map<string, () => void>();
  using reader = new StreamReader(server.url, ({ event, contract }) => {
    if (event === "contract_posted") waiting.get(contract)?.();
  });
  await reader.started;
  const agent = keepAliveAgent(2);
  const times: number[] = [];
  const parties = [generateSigner(), generateSigner()] as const;
  for (let loop = 0; loop < loops; loop += 1) {
    const nonce = randomBytes(32).toString("hex");
    const acts = wholeLife(...parties, server.platform, nonce);
    times.push(await oneLoop(server, agent, acts, waiting));
  }
  agent.destroy();
  return times;
}

async function oneLoop(
  { url }: ServerAt,
  agent: Agent,
  [post, ...rest]: readonly SignedAct[],
  waiting: Map<string, () => void>,
): Promise<number> {
  if (post === undefined) throw new Error("no acts");
  const { contract: alias } = post;
  const { promise: announced, resolve } = Promise.withResolvers<void>();
  waiting.set(alias, resolve);
  const startedMs = performance.now();
  await perform(agent, url, post);
  await announced;
  for (const act of rest) await perform(agent, url, act);
  for (;;) {
    const transcript = await getJson<Transcript>(agent, `${url}/contracts/${alias}/transcript`);
    if (transcript.entries.at(-1)?.type === "settled") return performance.now() - startedMs;
  }
}

async function perform(agent: Agent, url: string, act: SignedAct): Promise<void> {
  const { status, text } = await send(agent, url, signRequest(act));
  if (status !== 200) throw new Error(`${act.word}: ${status} ${text}`);
}
