import { expect, test } from "vitest";
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

test.concurrent("two processes on one database take turns without losing or doubling anything", async () => {
  using folder = new Folder();
  await using one = await TestServer.start(folder);
  await using other = await TestServer.start(folder);
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
  expect(await Promise.all([one.terminate(), other.terminate()])).toEqual([0, 0]);
  expect(folder.run(["rebuild"])).toMatchObject({
    status: 0,
    stdout: `${LIVES} contracts, ${LIVES * 8} entries, 0 differences\n`,
  });
});

test.concurrent("of two agents that bond at two processes at once, one has the seat", async () => {
  using folder = new Folder();
  await using one = await TestServer.start(folder);
  await using other = await TestServer.start(folder);
  const platform = await serverParty(one.url);
  for (let round = 0; round < 5; round += 1) {
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

test.concurrent("an agent that listens at one process hears what the other takes in", async () => {
  using folder = new Folder();
  await using one = await TestServer.start(folder);
  await using other = await TestServer.start(folder);
  await using listener = await Listener.open(`${other.url}/contracts/stream`);
  const { principal } = pairOf(one.url, GENERATIONS[2]!);
  const id = await post(principal, await serverParty(one.url));
  const heard = await eventually(
    async () => listener.events.filter(({ contract_id }) => contract_id === id),
    (events) => events.length > 0,
  );
  expect(heard).toMatchObject([{ event: "contract_posted", status: "open" }]);
});
