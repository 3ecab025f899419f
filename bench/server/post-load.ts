/** Posts contracts that nobody takes, and lets them end: what a post costs, alone and with its end. */
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { generateSigner } from "@bazaar/keys";
import { getJson, keepAliveAgent, type Prepared, send } from "../../tools/soak/exchange.ts";
import { signRequest, wholeLife } from "../../tools/soak/signed-act.ts";
import type { ServerAt, Transcript } from "./act-load.ts";
import { cpuSeconds } from "./process-usage.ts";

const CONNECTIONS = 64;
const POLL_MS = 200;

export interface PostRates {
  readonly postsPerCpuSecond: number;
  /** The same, including the end of every contract, which nobody claimed, and its refund. */
  readonly endedPerCpuSecond: number;
}

/** Signed before the clock starts; each principal posts some. */
function signedPosts(
  server: ServerAt,
  posts: number,
): readonly (Prepared & { contract: string })[] {
  const parties = Array.from({ length: CONNECTIONS * 4 }, () => generateSigner());
  return Array.from({ length: posts }, (_, at) => {
    const principal = parties[at % parties.length] ?? generateSigner();
    const [post] = wholeLife(
      principal,
      principal,
      server.platform,
      randomBytes(32).toString("hex"),
    );
    if (post === undefined) throw new Error("a life begins with a post");
    return { ...signRequest(post), contract: post.contract };
  });
}

/** `endsAs` is the type of the last entry; null for a server that ends no contracts. */
export async function postRates(
  server: ServerAt,
  posts: number,
  endsAs: string | null,
): Promise<PostRates> {
  const { url, pid } = server;
  const agent = keepAliveAgent(CONNECTIONS);
  const signed = signedPosts(server, posts);
  const queue = signed.values();
  const before = cpuSeconds(pid);
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const post of queue) {
        const { status, text } = await send(agent, url, post);
        if (status !== 200) throw new Error(`${post.path}: ${status} ${text}`);
      }
    }),
  );
  const posted = cpuSeconds(pid) - before;
  for (const { contract } of endsAs === null ? [] : signed.slice(-CONNECTIONS)) {
    for (;;) {
      const address = `${url}/contracts/${contract}/transcript`;
      const { entries } = await getJson<Transcript>(agent, address);
      if (entries.at(-1)?.type === endsAs) break;
      await wait(POLL_MS);
    }
  }
  const ended = cpuSeconds(pid) - before;
  agent.destroy();
  return { postsPerCpuSecond: posts / posted, endedPerCpuSecond: posts / ended };
}
