import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { RawConnection } from "../../../packages/doors/test/fuzz/raw-http.ts";
import {
  hangs,
  STAND_IN_KEY,
  type StandIn,
  standIn,
} from "../../../packages/work/test/stand-in.ts";
import { GENERATIONS } from "./client.ts";
import { entryTypes, eventually, liveOnce, pairOf, post, serverParty, steps } from "./life.ts";
import { Listener } from "./listener.ts";
import { Folder, TestServer } from "./server.ts";

/** Longer than the lease of a task, and much shorter than the time that a court has. */
const LEASE_OVER_MS = 31_000;

/** A server whose only judge never answers, and a request that waits for it. */
async function holdRequest(folder: Folder, model: StandIn) {
  const environment = {
    BAZAAR_MODEL_URL: model.baseUrl,
    BAZAAR_MODEL: "slow",
    BAZAAR_MODEL_KEY: STAND_IN_KEY,
  };
  const server = await TestServer.start(folder, { environment });
  const pair = pairOf(server.url, GENERATIONS[2]!);
  const id = await post(pair.principal, await serverParty(server.url));
  for (const { by, word, act } of steps(pair.agent.party).slice(0, 5)) {
    expect((await pair[by].act(id, word, act)).status).toBe(200);
  }
  const say = (side: "principal" | "agent", word: string) =>
    pair[side].act(id, word, { key: "pubkey", data: { argument: "look at it", side } });
  expect(await say("principal", "dispute")).toMatchObject({ status: 200 });
  const held = say("agent", "respond");
  await eventually(
    async () => model.asked.length,
    (asked) => asked > 0,
  );
  return { server, pair, id, held, askedMs: Date.now() };
}

test.concurrent("a request that waits for a ruling is answered before the server ends", async () => {
  using folder = new Folder();
  await using model = await standIn(() => hangs);
  const { server, pair, id, held, askedMs } = await holdRequest(folder, model);
  await using listener = await Listener.open(`${server.url}/contracts/stream`);
  const startedMs = Date.now();
  const ended = server.terminate();
  expect(await held).toMatchObject({ status: 200, body: { status: "disputed", outcome: null } });
  await listener.ended;
  expect(await ended).toBe(0);
  // Far less than the time limit for hanging connections: the judge is not waited for.
  expect(Date.now() - startedMs).toBeLessThan(8_000);
  await expect(fetch(server.url)).rejects.toThrow(TypeError);
  expect(server.logs).not.toContain(STAND_IN_KEY);

  // The court's question is still there for the next process.
  const asked = model.asked.length;
  // When the lease of the old process is over; a slow machine has waited for a part of it already.
  await server.restart({ laterMs: Math.max(0, askedMs + LEASE_OVER_MS - Date.now()) });
  expect(await entryTypes(pair.agent, id)).toContain("dispute_response");
  await eventually(
    async () => model.asked.length,
    (now) => now > asked,
  );
  await server.kill();
});

/** The server waits for the rest of this request, and then ends with 0. */
async function sendHalf(server: TestServer): Promise<RawConnection> {
  const slow = new RawConnection(Number(new URL(server.url).port));
  slow.write(
    "POST /contracts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n",
  );
  expect(await slow.answers("a request without its body", 1)).toEqual([100]);
  return slow;
}

async function closing(server: TestServer): Promise<void> {
  await eventually(
    async () => server.logs,
    (logs) => logs.includes("closing"),
  );
}

test.concurrent("a second Ctrl+C ends it at once", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  using _slow = await sendHalf(server);
  const ended = server.terminate("SIGINT");
  await closing(server);
  // Those of the first second count as the first.
  const again = setInterval(() => void server.terminate("SIGINT"), 100);
  expect(await ended.finally(() => clearInterval(again))).toBe(1);
  expect(server.logs).not.toContain('"closed"');
});

test.concurrent("a signal that arrives several times closes it in order", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  using slow = await sendHalf(server);
  const ended = server.terminate("SIGTERM");
  server.terminate("SIGTERM");
  await closing(server);
  server.terminate("SIGTERM");
  slow.write("{}       ");
  expect(await ended).toBe(0);
  expect(server.logs).toContain('"closed"');
  expect(existsSync(folder.at("bazaar.db-wal"))).toBe(false);
});

test.concurrent("what was answered before the shutdown is stored", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const platform = await serverParty(server.url);
  const lives = GENERATIONS.map((generation) => liveOnce(pairOf(server.url, generation), platform));
  const ids = (await Promise.all(lives)).map(({ id }) => id);
  expect(await server.terminate("SIGINT")).toBe(0);
  await server.restart();
  const reader = pairOf(server.url, GENERATIONS[0]!).agent;
  for (const id of ids) expect(await entryTypes(reader, id)).toContain("verify");
});
