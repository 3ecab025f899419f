/**
 * What was acknowledged is there after any crash, happens once, and the money adds up. A server whose
 * writes fail says so.
 */
import { DatabaseSync } from "node:sqlite";
import { isFullMatrix } from "@bazaar/testkit/sample";
import { expect, test } from "vitest";
import { type Client, GENERATIONS, type Prepared, type Reply } from "./client.ts";
import {
  balance,
  type Deliver,
  entryTypes,
  eventually,
  liveOnce,
  pairOf,
  post,
  sampleDocument,
  serverParty,
  steps,
  untilSettled,
} from "./life.ts";
import { Folder, TestServer } from "./server.ts";

const { LIVES_AT_ONCE, CRASHES, FEES } = isFullMatrix()
  ? { LIVES_AT_ONCE: 12, CRASHES: 4, FEES: "0.6" }
  : { LIVES_AT_ONCE: 9, CRASHES: 3, FEES: "0.45" };
/** It crashes each time that so many more acts are acknowledged. */
const ACTS_BETWEEN = 15;

/**
 * Sends every act, byte for byte the same, until it is acknowledged, and remembers it. Where a restart
 * took long enough to count as an outage, the market may have written an `extended` first: as clients
 * do, the author then signs for the new head.
 */
class Persistent {
  readonly acknowledged: { readonly sent: Prepared; readonly reply: Reply }[] = [];
  #onAcknowledged: () => void = () => {};

  readonly deliver: Deliver = async (client, prepare) => {
    for (;;) {
      const sent = await persist(prepare);
      const reply = await persist(() => client.send(sent));
      if (reply.body.code === "stale_head") continue;
      this.acknowledged.push({ sent, reply });
      this.#onAcknowledged();
      return reply;
    }
  };

  async until(count: number): Promise<void> {
    while (this.acknowledged.length < count) {
      await new Promise<void>((resolve) => {
        this.#onAcknowledged = resolve;
      });
    }
  }
}

/** The server may be gone at any moment; it comes back. */
async function persist<T>(ask: () => Promise<T>): Promise<T> {
  const endMs = Date.now() + 120_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      // No answer is a TypeError; half an answer is not JSON.
      const isLost = error instanceof TypeError || error instanceof SyntaxError;
      if (!isLost || Date.now() > endMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

test("kill -9 during many contracts loses nothing and pays nobody twice", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const platform = await serverParty(server.url);
  const persistent = new Persistent();
  const lives = Array.from({ length: LIVES_AT_ONCE }, async (_, index) => {
    const pair = pairOf(server.url, GENERATIONS[index % GENERATIONS.length]!);
    const { id } = await liveOnce(pair, platform, persistent.deliver);
    return { pair, id };
  });
  const finished = Promise.all(lives);
  for (let crash = 1; crash <= CRASHES; crash += 1) {
    // Counted from the start: answers that were on their way in a crash also count.
    await persistent.until(crash * ACTS_BETWEEN);
    await server.kill();
    await server.restart();
  }
  let entries = 0;
  for (const { pair, id } of await finished) {
    const types = await untilSettled(pair.agent, id);
    expect(types.filter((type) => type !== "extended")).toHaveLength(8);
    entries += types.length;
    expect(await balance(pair.principal)).toBe("99.5");
    expect(await balance(pair.agent)).toBe("100.45");
  }
  const [anyone] = (await finished).map(({ pair }) => pair.agent);
  expect(await balance(anyone!, platform)).toBe(FEES);
  await expectAcknowledged(anyone!, persistent.acknowledged);
  const { body } = await anyone!.get("/solvency");
  expect(body.lines).toMatchObject([{ owed_to_contracts: "0", difference: "0" }]);

  expect(await server.terminate()).toBe(0);
  const contracts = LIVES_AT_ONCE;
  expect(await folder.run(["rebuild"])).toMatchObject({
    status: 0,
    stdout: `${contracts} contracts, ${entries} entries, 0 differences\n`,
  });
});

/**
 * Sent again, an act that was acknowledged gets the same answer, or, if it has no entry and the
 * contract has moved on, is told its place: it is in the chain, once.
 */
async function expectAcknowledged(
  client: Client,
  acknowledged: readonly { readonly sent: Prepared; readonly reply: Reply }[],
): Promise<void> {
  let compared = 0;
  // The newest first: a signed request is valid for a minute, which can be over on a slow machine.
  for (const { sent, reply } of acknowledged.toReversed()) {
    const again = await client.send(sent);
    if (again.body.code === "stale_request") continue;
    compared += 1;
    if (again.body.code !== "already_recorded") expect(again).toEqual(reply);
    else expect(sent.body).not.toContain("chain_entry");
  }
  expect(compared).toBeGreaterThan(0);
}

test.concurrent("a payout interrupted by a crash is made once after the restart", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const platform = await serverParty(server.url);
  const pair = pairOf(server.url, GENERATIONS[2]!);
  const { id } = await liveOnce(pair, platform);
  // Right after the answer: the legs are ordered, and at most a part of them is paid.
  await server.kill();
  await server.restart();
  await untilSettled(pair.agent, id);
  expect(await balance(pair.agent)).toBe("100.45");
  expect(await balance(pair.principal)).toBe("99.5");
  await server.terminate();
  expect((await folder.run(["rebuild"])).status).toBe(0);
});

test.concurrent("a deadline that passed just before the server went down takes effect once", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const platform = await serverParty(server.url);
  const pair = pairOf(server.url, GENERATIONS[0]!);
  const id = await post(pair.principal, platform);
  await server.kill();
  // Nobody takes it for 30 seconds: the shortest clock that a contract of this kind can have.
  folder.setLastBeat(Date.now() + 30_100);
  await server.restart({ laterMs: 30_500 });
  const types = await eventually(
    () => entryTypes(pair.principal, id),
    (all) => all.at(-1) === "settled",
  );
  expect(types).toEqual(["post", "auto_cancel", "settled"]);
  expect(await balance(pair.principal)).toBe("100");
});

test.concurrent("an inconsistent balance stops the server before it pays", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const pair = pairOf(server.url, GENERATIONS[2]!);
  const id = await post(pair.principal, await serverParty(server.url));
  const [verify] = steps(pair.agent.party).slice(-1);
  for (const { by, word, act } of steps(pair.agent.party).slice(0, -1)) {
    await pair[by].act(id, word, act);
  }
  // What is held for this contract is removed from the database.
  const database = new DatabaseSync(folder.at("bazaar.db"), { timeout: 5_000 });
  const held = "account in (select no from names where name like 'hold/%')";
  expect(database.prepare(`update balances set amount = 0 where ${held}`).run().changes).toBe(1);
  database.close();
  await expect(pair.principal.act(id, verify!.word, verify!.act)).rejects.toThrow("fetch failed");
  expect(await server.exitCode()).toBe(1);
  const fatal = server.logs.split("\n").find((line) => line.includes('"level":60'));
  expect(fatal).toContain("does not hold what it owes");
  expect(fatal).toContain("internal error; please report it");
});

test.concurrent("the server is not ready after a failed write until one is stored", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const { principal } = pairOf(server.url, GENERATIONS[2]!);
  const contract = sampleDocument(await serverParty(server.url));
  const body = { contract, principal_pubkey: principal.party };
  const tryPost = async () => (await principal.send(principal.sign("/contracts", body))).status;
  const ready = async () => (await fetch(`${server.url}/ready`)).status;
  expect(await ready()).toBe(200);
  // Another process locks the file: reads work, and writes fail after five seconds.
  const other = new DatabaseSync(folder.at("bazaar.db"));
  other.exec("begin immediate");
  expect(await tryPost()).toBe(503);
  other.exec("rollback");
  other.close();
  expect(await ready()).toBe(503);
  expect(await tryPost()).toBe(200);
  expect(await ready()).toBe(200);
  const isOutage = ({ from, to }: { from: number; to: number }) => to - from > 4_000;
  await eventually(
    async () => (await principal.get("/outages")).body.outages,
    (outages) => outages.some(isOutage),
  );
});
