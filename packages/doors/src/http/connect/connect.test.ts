import { asksFor, RATING, requestFor } from "@bazaar/kernel";
import { grant } from "@bazaar/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { actFields } from "../../../../kernel/src/contract/act-rules.ts";
import { Client, GENERATIONS } from "../../../test/client.ts";
import { document, execution } from "../../../test/door-under-test.ts";
import type { ActName, Connection } from "../../connection/connection.ts";
import type { Contract } from "../../connection/contract.ts";
import { MarketUnavailable } from "../../connection/market-errors.ts";
import { ACTS } from "../acts/acts.ts";
import { ACT_WORDS } from "./act-words.ts";
import type { Fetch } from "./exchange.ts";
import { does, InProcess, taken } from "./test/in-process.ts";

const WORDED = Object.keys(ACT_WORDS) as readonly ActName[];

let place: InProcess;
let principal: Connection;
let agent: Connection;

beforeEach(async () => {
  place = await InProcess.open();
  principal = place.connect();
  agent = place.connect();
});

afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

async function post(changes = {}): Promise<Contract> {
  return taken(await principal.post(document(place.under, changes))).contract;
}

function typesOf({ transcript }: Contract): readonly string[] {
  return transcript.entries.map(({ type }) => type);
}

async function live(): Promise<Contract> {
  const command = "cat foo.c";
  const bonded = await does(agent, await post(), "bond");
  const asked = await does(agent, bonded, "investigate", { command });
  const told = await does(principal, asked, "result", { command, output: "int main;" });
  const accepted = await does(agent, told, "accept");
  const fixed = await does(agent, accepted, "fix", { fix: "true", explanation: "é" });
  return does(principal, fixed, "verify", { success: true, evidence: { exit_code: 0n } });
}

const LIFE = ["post", "bond", "investigate", "result", "accept", "fix", "verify"];

test("a refusal with an unknown code is readable", async () => {
  place.fetch = async () =>
    Response.json({ code: "moon_is_full", detail: "Wait." }, { status: 418 });
  const refusal = { code: "moon_is_full", detail: "Wait." };
  expect(await agent.serverKey()).toMatchObject({ ok: false, refusal });
});

test("a document that the kernel refuses is never sent", async () => {
  const sent: string[] = [];
  const door = place.fetch;
  place.fetch = (request) => {
    sent.push(request.method);
    return door(request);
  };
  const answer = await principal.post(
    document(place.under, { escrow: { bounty: "0.01", currency: "XNO" } }),
  );
  expect(answer).toMatchObject({ ok: false, refusal: { code: "malformed_terms" } });
  expect(sent).toEqual(["GET"]);
});

/** The server takes every act, and the first answer to each is lost on the way back. */
function losing(door: Fetch, lost: string[][]): Fetch {
  const seen = new Map<string, number>();
  return async (request) => {
    if (request.method === "GET") return door(request);
    const key = request.headers.get("idempotency-key") ?? "";
    const body = await request.clone().text();
    lost.push([key, body, request.headers.get("x-fix-signature") ?? ""]);
    const answer = await door(request);
    seen.set(key, (seen.get(key) ?? 0) + 1);
    if (seen.get(key) === 1) throw new Error("the connection broke");
    return answer;
  };
}

test("an act whose answer is lost is sent again with the same bytes and counts once", async () => {
  const sent: string[][] = [];
  place.fetch = losing(place.fetch, sent);
  const ended = await live();
  expect(typesOf(ended).filter((type) => type !== "settled")).toEqual(LIFE);
  expect(sent).toHaveLength(2 * LIFE.length);
  for (let at = 0; at < sent.length; at += 2) expect(sent[at]).toEqual(sent[at + 1]);
  await place.turn();
  expect(await place.balance(agent)).toBe("100.45");
});

test("after a minute without an answer the request is signed again, and the act counts once", async () => {
  const contract = await post({ execution: execution({}) });
  const door = place.fetch;
  const signatures = new Set<string | null>();
  const startMs = place.clock.nowMs();
  place.fetch = async (request) => {
    if (request.method === "GET") return door(request);
    signatures.add(request.headers.get("x-fix-signature"));
    const answer = await door(request);
    // Longer than a request is fresh, and within the turn.
    if (place.clock.nowMs() - startMs < 62_000) {
      await place.clock.delay(20_000);
      throw new Error("the connection broke");
    }
    return answer;
  };
  const bonded = await does(agent, contract, "bond");
  expect(signatures.size).toBeGreaterThan(1);
  expect(typesOf(bonded)).toEqual(["post", "bond"]);
});

test("a market that does not answer is given up in bounded time", async () => {
  let asked = 0;
  place.fetch = async () => {
    asked += 1;
    throw new Error("nobody listens");
  };
  const startMs = place.clock.nowMs();
  await expect(agent.serverKey()).rejects.toBeInstanceOf(MarketUnavailable);
  expect(asked).toBe(8);
  expect(place.clock.nowMs() - startMs).toBeLessThan(60_000);
});

test("a busy market is retried after Retry-After, not before", async () => {
  const door = place.fetch;
  const asked: number[] = [];
  place.fetch = (request) => {
    asked.push(place.clock.nowMs());
    if (asked.length > 1) return door(request);
    const body = { code: "rate_limited", detail: "Too many requests." };
    return Response.json(body, { status: 429, headers: { "Retry-After": "7" } });
  };
  taken(await agent.serverKey());
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBe(7_000);
});

test("a halt is signed whatever has happened", async () => {
  place.under.verdict = "canceled";
  const accepted = await does(agent, await does(agent, await post(), "bond"), "accept");
  await does(agent, accepted, "message", { message: "I begin" });
  // The request is held until the court has ruled, which the server does when time passes.
  void place.clock.sleep(1_000);
  const { contract, answer } = taken(await principal.act(accepted, "halt", { reason: "stop" }));
  expect(typesOf(contract)).toContain("halt");
  expect(answer).toMatchObject({ ruling: { outcome: "canceled" } });
});

test.each(GENERATIONS)("an agent that signs %s names what it stakes", async (generation) => {
  const { under } = place;
  const client = new Client(under, agent.signer, generation);
  const agentKey = agent.party;
  await grant(under.store.ledger, agentKey, 50n, RATING);
  const proposal = { agent: agentKey, task: "translate the letter" };
  const { contract } = taken(await principal.post(proposal, { profile: "chat/1" }));
  const data = { agent_pubkey: agentKey, stake: "40" };
  const prepared = await client.prepare(contract.id, "accept", data, { type: "accept", data });
  expect(await client.send(prepared)).toMatchObject({ status: 200 });
  expect(await under.store.ledger.balance(agentKey, RATING.code)).toBe(10n);
});

test("every act of the client matches an endpoint and its fields", () => {
  const paths = new Map(ACTS.map((endpoint) => [endpoint.path, endpoint]));
  for (const act of WORDED) {
    const { word, also } = requestFor(act);
    const { key } = ACT_WORDS[act];
    const endpoint = paths.get(`/contracts/{id}/${word}`);
    const shape = Reflect.get(endpoint?.body ?? {}, "shape") as Record<string, unknown> | undefined;
    const sent = [key, ...Object.keys(also), ...actFields(act)];
    expect(Object.keys(shape ?? {}), act).toEqual(expect.arrayContaining(sent));
  }
});

test("a signed request for each act may become that act", () => {
  for (const act of WORDED) {
    const { word, also } = requestFor(act);
    expect(asksFor(act, word, also), act).toBe(true);
  }
});
