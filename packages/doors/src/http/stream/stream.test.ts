import { type ContractId, contractAlias } from "@bazaar/kernel";
import { AGENT, PRINCIPAL, RIVAL, SERVER } from "@bazaar/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DOCUMENT, type ReadingMarket } from "../reads/test/reading-market.ts";
import { StreamServer } from "./test/stream-server.ts";

let server: StreamServer;
let bazaar: ReadingMarket;
beforeEach(async () => {
  server = await StreamServer.start();
  ({ bazaar } = server);
});
afterEach(() => server[Symbol.asyncDispose]());

/** All events of a contract, such as `posted open`. */
async function storyOf(id: ContractId, query = ""): Promise<string[]> {
  const client = await server.connect(query, { "Last-Event-ID": "0" });
  await client.until(({ lastId }) => lastId === server.hub.no);
  client.close();
  return client.told
    .filter(({ contract_id }) => contract_id === contractAlias(id))
    .map(({ event, status }) => `${event.replace("contract_", "")} ${status}`);
}

describe("events", () => {
  test("frames and headers are what existing clients expect", async () => {
    const client = await server.connect();
    await client.until(({ lastId }) => lastId !== null);
    const id = await bazaar.atWork();
    await bazaar.act(AGENT, id, "fix");
    await bazaar.act(PRINCIPAL, id, "verify");
    await client.until(({ told }) => told.length === 3);
    expect(client.response.statusCode).toBe(200);
    expect(client.response.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache",
      "x-accel-buffering": "no",
      "transfer-encoding": "chunked",
    });
    const contract_id = contractAlias(id);
    expect(client.told).toMatchObject([
      {
        event: "contract_posted",
        contract_id,
        status: "open",
        bounty: "0.50",
        command: "gcc foo.c",
      },
      { event: "contract_accepted", contract_id, status: "in_progress", agent: AGENT.party },
      { event: "contract_resolved", contract_id, status: "fulfilled", bounty: "0.50" },
    ]);
    expect(client.told.map(({ id: no }) => no)).toEqual([1, 3, 5]);
    expect(client.text).toMatch(/id: 1\ndata: \{"event":"contract_posted",[^\n]*\}\n\n/);
    client.close();
  });

  test("a contract that reopens is posted again", async () => {
    const id = await bazaar.post();
    await bazaar.act(AGENT, id, "bond");
    await bazaar.act(AGENT, id, "decline");
    await bazaar.act(RIVAL, id, "bond");
    await bazaar.act(RIVAL, id, "accept");
    await bazaar.act(RIVAL, id, "back_out");
    // An act that leaves it open makes no event.
    await bazaar.act(PRINCIPAL, id, "set_account");
    expect(await storyOf(id)).toEqual([
      "posted open",
      "posted open",
      "accepted in_progress",
      "posted open",
    ]);
  });

  test.each<[string, (id: ContractId) => Promise<unknown>, string]>([
    ["nobody came", (id) => bazaar.lapse(id), "canceled"],
    ["the principal left", (id) => bazaar.act(PRINCIPAL, id, "cancel"), "canceled"],
  ])("an end before acceptance is an event: %s", async (_, end, status) => {
    const id = await bazaar.post();
    await end(id);
    expect(await storyOf(id)).toEqual(["posted open", `resolved ${status}`]);
  });

  test.each<[string, (id: ContractId) => Promise<unknown>, string]>([
    [
      "a ruling that nobody appeals",
      async (id) => {
        await bazaar.act(PRINCIPAL, id, "dispute_filed");
        await bazaar.act(AGENT, id, "dispute_response");
        await bazaar.act(SERVER, id, "ruling");
        await bazaar.lapse(id);
      },
      "resolved",
    ],
    [
      "a halt whose court is silent",
      async (id) => {
        await bazaar.act(PRINCIPAL, id, "halt");
        await bazaar.lapse(id);
      },
      "voided",
    ],
    [
      "a review that runs out",
      async (id) => {
        await bazaar.act(AGENT, id, "fix");
        await bazaar.lapse(id);
        await bazaar.lapse(id);
      },
      "fulfilled",
    ],
    [
      "a rejection that nobody contests",
      async (id) => {
        await bazaar.act(AGENT, id, "fix");
        await bazaar.lapse(id);
        await bazaar.act(PRINCIPAL, id, "review_reject");
        await bazaar.lapse(id);
      },
      "canceled",
    ],
  ])("every end is one event: %s", async (_, end, status) => {
    const id = await bazaar.atWork();
    await end(id);
    await bazaar.turn();
    expect(await storyOf(id)).toEqual([
      "posted open",
      "accepted in_progress",
      `resolved ${status}`,
    ]);
  });

  test("an unfunded contract has no events, not even its end", async () => {
    const never = await bazaar.post({ rail: "nano" });
    await bazaar.lapse(never);
    expect(await storyOf(never)).toEqual([]);
    const later = await bazaar.post({ rail: "nano" });
    expect(await storyOf(later)).toEqual([]);
    await bazaar.act(SERVER, later, "funded");
    expect(await storyOf(later)).toEqual(["posted open"]);
  });

  test("work that is not a command is not announced, nor is its end", async () => {
    const job = await bazaar.post({ terms: { work: { kind: "run", spec: {} } } });
    await bazaar.act(PRINCIPAL, job, "cancel");
    expect(await storyOf(job)).toEqual([]);
    const command = await bazaar.post();
    expect(await storyOf(command)).toEqual(["posted open"]);
  });

  test("a long command is cut and marked", async () => {
    const client = await server.connect();
    const task = { command: "x".repeat(40_000), error: "" };
    await bazaar.post({ document: { ...DOCUMENT, task } });
    await client.until(({ told }) => told.length === 1);
    expect(client.told[0]).toMatchObject({ command: "x".repeat(2_000), command_cut: true });
    client.close();
  });
});

describe("filters", () => {
  test("min_bounty hides all events of a contract or none", async () => {
    const small = await bazaar.atWork({ bounty: "0.2" });
    const large = await bazaar.atWork({ bounty: "2" });
    for (const id of [small, large]) await bazaar.act(PRINCIPAL, id, "cancel");
    expect(await storyOf(small, "?min_bounty=1")).toEqual([]);
    expect(await storyOf(large, "?min_bounty=1")).toHaveLength(3);
  });

  test("status selects events, capability selects contracts", async () => {
    const id = await bazaar.atWork();
    expect(await storyOf(id, "?status=open")).toEqual(["posted open"]);
    expect(await storyOf(id, "?capability=network,no_sudo")).toHaveLength(2);
    expect(await storyOf(id, "?capability=sudo")).toEqual([]);
  });

  test.each([
    "?min_bounty=abc",
    "?status=retry",
    "?capability=%00",
    "?last_event_id=x",
    "?last_event_id=-1",
  ])("%s is a 422 that names the field", async (query) => {
    const client = await server.connect(query);
    expect(client.response.statusCode).toBe(422);
    await client.until(({ isClosed }) => isClosed);
    expect(client.text).toContain('"code":"malformed_query"');
  });

  test("a filtered reader still gets ids to resume from", async () => {
    const client = await server.connect("?min_bounty=100");
    await client.until(({ lastId }) => lastId === 0);
    await bazaar.post();
    await server
      .connect("", { "Last-Event-ID": "0" })
      .then((other) => other.until(({ told }) => told.length === 1).then(() => other.close()));
    server.round();
    await client.until(({ comments }) => comments.length === 1);
    expect([client.lastId, client.told]).toEqual([1, []]);
    client.close();
  });
});

describe("limits and closing", () => {
  test("an idle stream gets one keepalive per round", async () => {
    const clients = await Promise.all(Array.from({ length: 40 }, () => server.connect()));
    for (const count of [1, 2]) {
      server.round();
      for (const client of clients) {
        await client.until(({ comments }) => comments.length === count);
        expect(client.comments).toEqual(Array.from({ length: count }, () => "keepalive"));
      }
    }
    for (const client of clients) client.close();
  });

  test("too many streams are refused: 503 in all, 429 from one address", async () => {
    await using full = await StreamServer.start({ streams: 3, streamsPerAddress: 2 });
    const from = (address: string) => full.connect("", { "X-Test-Address": address });
    const first = await from("a");
    await from("a");
    const third = await from("a");
    expect([third.response.statusCode, third.response.headers["retry-after"]]).toEqual([429, "30"]);
    await from("b");
    expect((await from("c")).response.statusCode).toBe(503);
    first.close();
    for (let asked = 0; full.hub.open > 2 && asked < 1_000; asked += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await from("a")).response.statusCode).toBe(200);
  });

  test("HEAD gets the headers and no stream", async () => {
    const url = `http://127.0.0.1:${server.port}/contracts/stream`;
    const answered = await fetch(url, { method: "HEAD" });
    expect(answered.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(await answered.text()).toBe("");
    expect(server.hub.open).toBe(0);
  });

  test("closing tells readers why and when to reconnect", async () => {
    const client = await server.connect();
    await client.until(({ lastId }) => lastId !== null);
    await server.hub.close();
    await client.until(({ isClosed }) => isClosed);
    expect(client.comments.at(-1)).toContain("shutting down");
    expect(client.retryMs).toBeGreaterThanOrEqual(1_000);
    expect(server.hub.open).toBe(0);
    expect((await server.connect()).response.statusCode).toBe(503);
  });
});
