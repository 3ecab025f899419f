/** From a post to its payout, with an agent that hears of it by the stream and answers at once. */
import { randomBytes } from "node:crypto";
import type { Agent } from "node:http";
import { generateSigner } from "@bazaar/keys";
import { getJson, keepAliveAgent, send } from "../../tools/soak/exchange.ts";
import { type SignedAct, signRequest, wholeLife } from "../../tools/soak/signed-act.ts";
import { StreamReader } from "../../tools/soak/stream-reader.ts";
import type { ServerAt, Transcript } from "./act-load.ts";

/** How long each loop took until its `settled` entry could be read, one after the other. */
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
  if (post === undefined) throw new Error("a life without a post");
  const { contract: alias } = post;
  const { promise: heard, resolve } = Promise.withResolvers<void>();
  waiting.set(alias, resolve);
  const startedMs = performance.now();
  await perform(agent, url, post);
  await heard;
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
