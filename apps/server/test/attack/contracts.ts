/** Contracts of fix/2 that are costly to post, to list, to read and to verify. */
import type { JsonObject } from "@bazaar/kernel";
import { Client, type Prepared } from "../client.ts";
import { sampleDocument } from "../life.ts";
import type { Attack, AttackedMarket } from "./market.ts";

const LISTED = 40;
/** As much as the principal may write. */
const ATTEMPTS = 5;
const COSTLY_POSTS = 60;

/** Patterns that are accepted and take long to compile. */
const PATTERN = "\\PL".repeat(10) + "\\W".repeat(75);
const LONG = "error: it does not work\n".repeat(1_900);

export async function contractAttack(market: AttackedMarket): Promise<Attack> {
  const id = await longContract(market);
  // So many that no cache holds them.
  for (let at = 0; at < LISTED; at += 1) {
    await market.must(`127.0.1.${10 + at}`, costlyPost(market, at));
  }
  const posts = Array.from({ length: COSTLY_POSTS }, (_, at) => costlyPost(market, 1_000 + at));
  return {
    lanes: [
      () => ({ path: "/contracts?limit=100" }),
      () => ({ path: `/contracts/${id}` }),
      () => ({ path: `/contracts/${id}/transcript` }),
      () => ({ path: `/contracts/${id}/verify_chain` }),
      () => posts.pop() ?? costlyPost(market, 0),
    ],
    stream: "/contracts/stream?last_event_id=0",
  };
}

function client({ url }: AttackedMarket): Client {
  return new Client(url, { entries: "none", requests: "seed" });
}

function costlyPost(market: AttackedMarket, nonce: number): Prepared {
  const document = sampleDocument(market.platform, {
    task: { command: "make", error: LONG },
    notes: `${nonce} ${LONG.slice(4_000)}`,
    verification: [{ method: "output_match", pattern: `${PATTERN}${nonce.toString(36)}` }],
  });
  return client(market).preparePost(document, {} as never);
}

/** A contract with a transcript of megabytes: every attempt fails with as much evidence as allowed. */
async function longContract(market: AttackedMarket): Promise<string> {
  const [principal, worker] = [client(market), client(market)];
  const document = {
    version: 2n,
    task: { command: "make" },
    execution: { max_attempts: 50n },
  };
  const post = principal.preparePost(document, {} as never);
  const { contract_id: id } = await market.must("127.0.2.1", post);
  const act = async (who: Client, from: string, word: string, data: JsonObject, key: string) =>
    market.must(from, who.sign(`/contracts/${id}/${word}`, { ...data, [key]: who.party }));
  await act(worker, "127.0.2.2", "accept", {}, "agent_pubkey");
  for (let at = 0; at < ATTEMPTS; at += 1) {
    const fix = { fix: LONG.repeat(2), explanation: `fix ${at}` };
    await act(worker, `127.0.3.${10 + at}`, "fix", fix, "agent_pubkey");
    const evidence = { exit_code: 1n, output: LONG.repeat(4) };
    const said = { success: false, explanation: `failure ${at}`, evidence };
    await act(principal, `127.0.4.${10 + at}`, "verify", said, "principal_pubkey");
  }
  return String(id);
}
