/** A server so slow that requests become too old, and that closes connections. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { generateSigner } from "@bazaar/keys";
import { expect, onTestFinished, test } from "vitest";
import { Random } from "../simulate/random.ts";
import { auditTranscripts } from "./audit-transcripts.ts";
import { Cast, LifeEnded } from "./cast.ts";
import { deliver, type World } from "./deliver.ts";
import { getText, keepAliveAgent } from "./exchange.ts";
import { Journal } from "./journal.ts";
import { requestedAct } from "./signed-act.ts";

const STALE = { status: 401, body: { code: "stale_request" } };

/** What is likely happens, and nothing else: clients sign a chain, and none restarts. */
class Likely extends Random {
  override chance(probability: number): boolean {
    return probability > 0.5;
  }
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** Answers in this order, and with the last one from then on. */
function answering(...answers: readonly Answer[]) {
  return answeringAt(0, answers);
}

/** The same, with the first one at this time. */
async function answeringAt(answeredMs: number, answers: readonly Answer[]) {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    const { status, body } = answers[Math.min(keys.length, answers.length - 1)] ?? STALE;
    keys.push(request.headers["idempotency-key"]);
    request.resume();
    response.writeHead(status).end(JSON.stringify(body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const agent = keepAliveAgent(1);
  const journal = new Journal();
  const random = new Likely(0);
  const nowMs = (): number => (keys.length > 0 ? answeredMs : 0);
  const world: World = { url: `http://127.0.0.1:${port}`, agent, journal, random, nowMs };
  const close = async () => {
    agent.destroy();
    server.close();
  };
  return { world, keys, [Symbol.asyncDispose]: close };
}

test("a read on a connection that the server closes is asked again", async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    if (asked === 1) response.socket?.destroy();
    else response.end("{}");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const agent = keepAliveAgent(1);
  onTestFinished(() => {
    agent.destroy();
    server.close();
  });
  expect(await getText(agent, `http://127.0.0.1:${port}`)).toBe("{}");
  expect(asked).toBe(2);
});

test("a request that became too old is signed again, with the same key", async () => {
  await using slow = await answering(STALE, { status: 200, body: {} });
  const act = requestedAct(generateSigner(), "f".repeat(32), { act: "bond" });
  expect(await deliver(slow.world, act, null)).toMatchObject({ status: 200 });
  const [first, second] = slow.keys;
  expect({ asked: slow.keys.length, second }).toEqual({ asked: 2, second: first });
  expect(slow.world.journal.acts).toMatchObject([{ status: 200, requests: { length: 2 } }]);
});

test.each([
  { status: 200, problems: 1 },
  { status: 410, problems: 0 },
])(
  "a missing contract whose posting was answered $status counts as $problems problems",
  async (row) => {
    await using gone = await answering({ status: 404, body: { code: "unknown_contract" } });
    const { journal, url, agent } = gone.world;
    const post = journal.begin({ word: "post", author: "ada", contract: "f".repeat(32) });
    journal.answer(post, row.status);
    await auditTranscripts(url, agent, journal);
    expect(journal.violations).toHaveLength(row.problems);
  },
);

test.each([
  { answered: "at once", lateMs: 0, problems: 1 },
  { answered: "so late that the next deadline passed", lateMs: 25_000, problems: 0 },
])(
  "a refusal after a posting that was answered $answered counts as $problems problems",
  async ({ lateMs, problems }) => {
    const ended = { status: 409, body: { code: "contract_ended" } };
    const head = { chain_head: "0".repeat(64), seq: 1 };
    const posted = { status: 200, body: { contract_id: "f".repeat(32), ...head } };
    await using slow = await answeringAt(lateMs, [posted, posted, ended]);
    const [principal, agent] = [generateSigner(), generateSigner()];
    const cast = new Cast(slow.world, { principal, agent, rival: agent }, principal.party);
    await cast.post();
    await expect(cast.act("agent", { act: "bond" })).rejects.toThrow(LifeEnded);
    expect(slow.world.journal.violations).toHaveLength(problems);
  },
);
