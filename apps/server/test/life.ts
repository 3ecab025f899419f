/** One contract from its posting to its end, act by act, as two clients live it. */
import type { JsonObject, Offer, Party } from "@bazaar/kernel";
import { offerOf } from "../src/offer.ts";
import { readSettingsFile } from "../src/settings-file.ts";
import { type Act, Client, type Generation, type Prepared, type Reply } from "./client.ts";

const BOUNTY = "0.5";

export function usualOffer(platform: Party): Offer {
  return offerOf(platform, readSettingsFile(null), false);
}

export function sampleDocument(judge: Party, more: JsonObject = {}): JsonObject {
  return {
    version: 2n,
    task: { command: "gcc foo.c", error: "undefined reference to `bar'", type: "compile_error" },
    environment: { os: "Linux", arch: "x86_64", package_managers: ["apt"] },
    execution: { mode: "supervised", sandbox: true, investigation_rate: 0n },
    escrow: { bounty: BOUNTY, currency: "XNO", chain: "nano" },
    judge: { pubkey: judge, fee: "0.17" },
    verification: [{ method: "exit_code", expected: 0n }],
    ...more,
  };
}

interface Step {
  readonly by: "principal" | "agent";
  readonly word: string;
  readonly act: Act;
  readonly status: string;
}

const COMMAND = "cat foo.c";

/** Everything between the posting and the payout. */
export function steps(agent: Party): readonly Step[] {
  const by = { agent: "agent_pubkey", principal: "principal_pubkey" } as const;
  const step = (who: Step["by"], word: string, data: JsonObject, status: string): Step => ({
    by: who,
    word,
    act: { key: by[who], data },
    status,
  });
  return [
    step("agent", "bond", { agent_pubkey: agent }, "investigating"),
    step("agent", "investigate", { command: COMMAND }, "pending_result"),
    step("principal", "result", { command: COMMAND, output: "int main() { bar(); }" }, "ok"),
    step("agent", "accept", { agent_pubkey: agent }, "in_progress"),
    step(
      "agent",
      "fix",
      { fix: "gcc foo.c -lbar", explanation: "links bar" },
      "pending_verification",
    ),
    step("principal", "verify", { success: true, explanation: "it compiles" }, "fulfilled"),
  ];
}

export interface Pair {
  readonly principal: Client;
  readonly agent: Client;
}

export function pairOf(url: string, generation: Generation): Pair {
  return { principal: new Client(url, generation), agent: new Client(url, generation) };
}

export async function serverParty(url: string): Promise<Party> {
  const reply = await new Client(url, { entries: "none", requests: "seed" }).get("/server_pubkey");
  return reply.body.fix_id;
}

/** How an act is sent; the server may crash in between. */
export type Deliver = (client: Client, prepare: () => Promise<Prepared>) => Promise<Reply>;

const DIRECTLY: Deliver = async (client, prepare) => client.send(await prepare());

/** Posts, works, verifies; gives the contract's id and every answer on the way. */
export async function liveOnce(
  pair: Pair,
  platform: Party,
  deliver: Deliver = DIRECTLY,
): Promise<{ readonly id: string; readonly replies: readonly Reply[] }> {
  const id = await post(pair.principal, platform, deliver);
  const replies: Reply[] = [];
  for (const { by, word, act, status } of steps(pair.agent.party)) {
    const client = pair[by];
    const reply = await deliver(client, () => client.prepare(id, word, act));
    if (reply.status !== 200 || reply.body.status !== status) {
      throw new Error(`${word}: ${reply.status} ${JSON.stringify(reply.body)}`);
    }
    replies.push(reply);
  }
  return { id, replies };
}

export async function post(
  principal: Client,
  platform: Party,
  deliver: Deliver = DIRECTLY,
  document: JsonObject = sampleDocument(platform),
  offer: Offer = usualOffer(platform),
): Promise<string> {
  const reply = await deliver(principal, async () => principal.preparePost(document, offer));
  if (reply.status !== 200) throw new Error(`post: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body.contract_id;
}

/** Asks again until the condition holds. */
export async function eventually<T>(
  ask: () => Promise<T>,
  isSo: (answer: T) => boolean,
  limitMs = 60_000,
): Promise<T> {
  const endMs = Date.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (isSo(answer)) return answer;
    if (Date.now() > endMs) throw new Error(`still ${JSON.stringify(answer).slice(0, 2_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function entryTypes(client: Client, id: string): Promise<readonly string[]> {
  const { body } = await client.get(`/contracts/${id}/transcript`);
  return body.entries.map(({ type }: { readonly type: string }) => type);
}

/** Waits until a contract is settled. */
export async function untilSettled(client: Client, id: string): Promise<readonly string[]> {
  return eventually(
    () => entryTypes(client, id),
    (types) => types.at(-1) === "settled",
  );
}

export async function balance(client: Client, party: Party = client.party): Promise<string> {
  const { body } = await client.get(`/accounts/${party}`);
  return body.balances.XNO;
}
