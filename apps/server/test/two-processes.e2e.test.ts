import { afterAll, beforeAll, expect, test } from "vitest";
import { Client, GENERATIONS } from "./client.ts";
import {
  balance,
  type Deliver,
  eventually,
  liveOnce,
  pairOf,
  post,
  serverParty,
  untilSettled,
} from "./life.ts";
import { Listener } from "./listener.ts";
import { Folder, TestServer } from "./server.ts";

const LIVES = 10;
const ROUNDS = 5;

const folder = new Folder();
let [one, other]: TestServer[] = [];

beforeAll(async () => {
  [one, other] = await Promise.all([TestServer.start(folder), TestServer.start(folder)]);
});

afterAll(async () => {
  await Promise.all([one?.kill(), other?.kill()]);
  folder[Symbol.dispose]();
});

function servers(): readonly [TestServer, TestServer] {
  if (one === undefined || other === undefined) throw new Error("two servers");
  return [one, other];
}

test("two processes on one database lose and double nothing", async () => {
  const [one, other] = servers();
  const platform = await serverParty(one.url);
  expect(await serverParty(other.url)).toBe(platform);

  const lives = Array.from({ length: LIVES }, async (_, index) => {
    const pair = pairOf(one.url, GENERATIONS[index % GENERATIONS.length]!);
    let turn = index;
    // Every act goes to the process that did not take the last one.
    const deliver: Deliver = async (client, prepare) => {
      const sent = await prepare();
      turn += 1;
      return new Client([one.url, other.url][turn % 2]!, client.generation).send(sent);
    };
    const { id } = await liveOnce(pair, platform, deliver);
    return { pair, id };
  });
  for (const { pair, id } of await Promise.all(lives)) {
    await untilSettled(pair.agent, id);
    expect(await balance(pair.principal)).toBe("99.5");
    expect(await balance(pair.agent)).toBe("100.45");
  }
  const reader = new Client(one.url, GENERATIONS[0]!);
  expect(await balance(reader, platform)).toBe("0.5");
  for (const { url } of [one, other]) {
    const { body } = await new Client(url, GENERATIONS[0]!).get("/solvency");
    expect(body.lines).toMatchObject([{ owed_to_contracts: "0", difference: "0" }]);
  }
});

test("of two agents that bond at two processes at once, one gets the seat", async () => {
  const [one, other] = servers();
  const platform = await serverParty(one.url);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { principal, agent } = pairOf(one.url, GENERATIONS[2]!);
    const rival = new Client(other.url, GENERATIONS[2]!);
    const id = await post(principal, platform);
    const bonds = [agent, rival].map((client) =>
      client.act(id, "bond", { key: "agent_pubkey", data: { agent_pubkey: client.party } }),
    );
    const statuses = (await Promise.all(bonds)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
  }
});

test("an agent on one process's event stream gets what the other process stores", async () => {
  const [one, other] = servers();
  await using listener = await Listener.open(`${other.url}/contracts/stream`);
  const { principal } = pairOf(one.url, GENERATIONS[2]!);
  const id = await post(principal, await serverParty(one.url));
  const received = await eventually(
    async () => listener.events.filter(({ contract_id }) => contract_id === id),
    (events) => events.length > 0,
  );
  expect(received).toMatchObject([{ event: "contract_posted", status: "open" }]);
});

test("afterwards every stored state follows from its entries", async () => {
  const [one, other] = servers();
  expect(await Promise.all([one.terminate(), other.terminate()])).toEqual([0, 0]);
  const contracts = LIVES + ROUNDS + 1;
  const entries = LIVES * 8 + ROUNDS * 2 + 1;
  expect(await folder.run(["rebuild"])).toMatchObject({
    status: 0,
    stdout: `${contracts} contracts, ${entries} entries, 0 differences\n`,
  });
});
