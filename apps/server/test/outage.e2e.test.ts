/** Nobody is fined because of an outage of the server: killed, frozen, or with a clock that was set. */
import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { GENERATIONS, type Reply } from "./client.ts";
import {
  balance,
  entryTypes,
  eventually,
  type Pair,
  pairOf,
  post,
  serverParty,
  steps,
  untilSettled,
} from "./life.ts";
import { Folder, TestServer } from "./server.ts";

const HAS_PRLIMIT = spawnSync("prlimit", ["--version"]).status === 0;
/** How long an agent may work in silence. */
const TURN_MS = 120_000;

/** Posted and accepted: the agent's turn has begun. */
async function atWork(server: TestServer, pair: Pair): Promise<string> {
  const id = await post(pair.principal, await serverParty(server.url));
  const [bond, , , accept] = steps(pair.agent.party);
  for (const step of [bond, accept]) {
    expect((await pair.agent.act(id, step!.word, step!.act)).status).toBe(200);
  }
  return id;
}

/** Crashes when so much of the turn is left, and is started again after some time. */
async function crash(
  server: TestServer,
  { principal, agent }: Pair,
  { leftMs, downMs }: { readonly leftMs: number; readonly downMs: number },
): Promise<void> {
  await server.kill();
  const laterMs = TURN_MS - leftMs + downMs;
  server.folder.setLastBeat(Date.now() + TURN_MS - leftMs);
  await server.restart({ laterMs });
  principal.aheadMs = laterMs;
  agent.aheadMs = laterMs;
}

function handIn({ agent }: Pair, id: string): Promise<Reply> {
  const fix = steps(agent.party).at(-2)!;
  return agent.act(id, fix.word, fix.act);
}

async function expectNobodyFined(pair: Pair, id: string): Promise<void> {
  const verify = steps(pair.agent.party).at(-1)!;
  expect((await pair.principal.act(id, verify.word, verify.act)).status).toBe(200);
  await untilSettled(pair.agent, id);
  expect(await balance(pair.agent)).toBe("100.45");
  expect(await balance(pair.principal)).toBe("99.5");
}

async function outageLengths({ agent }: Pair): Promise<readonly number[]> {
  const { body } = await agent.get("/outages");
  return body.outages.map(({ from, to }: { from: number; to: number }) => to - from);
}

test.concurrent("an agent whose turn ended while the server was down hands in its fix", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const pair = pairOf(server.url, GENERATIONS[2]!);
  const id = await atWork(server, pair);
  await crash(server, pair, { leftMs: 30_000, downMs: 125_000 });
  // The server writes this by itself: the turn would have ended.
  await eventually(
    () => entryTypes(pair.agent, id),
    (types) => types.at(-1) === "extended",
  );
  expect(await handIn(pair, id)).toMatchObject({ status: 200 });
  const [length] = await outageLengths(pair);
  expect(length).toBeGreaterThanOrEqual(125_000);
  await expectNobodyFined(pair, id);
  await server.terminate();
  expect((await folder.run(["rebuild"])).stdout).toContain("0 differences");
});

test.concurrent("an agent whose turn ended while the server was frozen hands in its fix", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const pair = pairOf(server.url, GENERATIONS[2]!);
  const id = await atWork(server, pair);
  await crash(server, pair, { leftMs: 6_000, downMs: 2_000 });
  server.pause();
  // Sent while the turn still runs; it waits in the socket until the turn is over.
  const fix = handIn(pair, id);
  await sleep(9_000);
  server.resume();
  expect(await fix).toMatchObject({ status: 200, body: { status: "pending_verification" } });
  expect((await entryTypes(pair.agent, id)).slice(-2)).toEqual(["extended", "fix"]);
  // A busy machine may have had shorter pauses too.
  const long = await eventually(
    async () => (await outageLengths(pair)).filter((ms) => ms >= 2_000),
    (lengths) => lengths.length >= 2,
  );
  expect(Math.max(...long)).toBeGreaterThanOrEqual(9_000);
  await expectNobodyFined(pair, id);
});

test.skipIf(!HAS_PRLIMIT)(
  "a full disk refuses acts, loses none, and is an outage (needs prlimit)",
  { concurrent: true },
  async () => {
    using folder = new Folder();
    await using server = await TestServer.start(folder);
    const pair = pairOf(server.url, GENERATIONS[2]!);
    const id = await atWork(server, pair);
    server.limitFiles(4_096);
    const refused = { status: 503, body: { code: "unavailable" } };
    expect(await handIn(pair, id)).toMatchObject(refused);
    await sleep(2_000);
    expect(await handIn(pair, id)).toMatchObject(refused);
    expect((await entryTypes(pair.agent, id)).at(-1)).toBe("accept");
    server.limitFiles(null);
    expect(await handIn(pair, id)).toMatchObject({ status: 200 });
    await eventually(
      () => outageLengths(pair),
      (lengths) => lengths.some((ms) => ms >= 2_000),
    );
    await expectNobodyFined(pair, id);
  },
);

test.concurrent("a client's clock is compared with the time of day, not with the market's", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  await server.kill();
  // The clock was an hour ahead, and is right again.
  folder.setLastBeat(Date.now() + 3_600_000);
  await server.restart();
  const pair = pairOf(server.url, GENERATIONS[0]!);
  const before = (await pair.agent.get("/outages")).body;
  // A busy machine may pause the server for a moment; the hour that the clock was ahead is no outage.
  const lengths = before.outages.map(({ from, to }: { from: number; to: number }) => to - from);
  expect(Math.max(0, ...lengths)).toBeLessThan(60_000);
  expect(before.market_time - Date.now()).toBeGreaterThan(3_000_000);
  const id = await atWork(server, pair);
  expect(await handIn(pair, id)).toMatchObject({ status: 200 });
  await expectNobodyFined(pair, id);
});
