/** Where the door is, how it opens and closes, and what it does by itself. */
import { once } from "node:events";
import { expect, test } from "vitest";
import { DEFAULT_CHAT_SETTINGS } from "./settings.ts";
import { Chatting, newKey } from "./test/chatting.ts";

test.each(["/chat", "/chat/", "/chat/ws", "/chat/any/thing"])(
  "agents connect at %s of the market's port",
  async (path) => {
    await using chat = await Chatting.open();
    const talker = await chat.dial(path, chat.main.port);
    expect(await chat.identify(talker, "ann", null)).toMatchObject({ type: "WELCOME" });
  },
);

test.each(["/", "/ws", "/any/thing?x=1"])("agents connect at %s of its own port", async (path) => {
  await using chat = await Chatting.open();
  const talker = await chat.dial(path);
  expect(await chat.identify(talker, "ann", null)).toMatchObject({ type: "WELCOME" });
});

test("agents on both ports meet", async () => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann");
  const bob = await chat.dial("/chat", chat.main.port);
  await chat.identify(bob, "bob", null);
  bob.send({ type: "MSG", to: ann.id, content: "from the other side" });
  expect(await chat.heard(ann)).toMatchObject([{ content: "from the other side" }]);
});

test("health counts agents and channels", async () => {
  await using chat = await Chatting.open();
  await chat.enter("ann", null, ["#general"]);
  await chat.dial();
  await chat.pass(5_500);
  const answer = await fetch(`${chat.main.url}/chat/health`);
  expect(await answer.json()).toMatchObject({
    status: "healthy",
    server: "bazaar",
    uptime_seconds: 5,
    agents: { connected: 1, with_identity: 0 },
    channels: { total: 8, public: 8 },
  });
  for (const [url, method] of [
    [`${chat.main.url}/chat`, "GET"],
    [`${chat.main.url}/chat/health`, "POST"],
    [`${chat.own.url}/`, "GET"],
    [`${chat.own.url}/chat/health`, "GET"],
  ] as const) {
    const other = await fetch(url, { method });
    expect([other.status, await other.text()]).toEqual([404, "Not Found"]);
  }
});

test("connections of one address can be limited, and a place is given back", async () => {
  await using chat = await Chatting.open({ connectionsPerAddress: 2 });
  const [first] = [await chat.dial(), await chat.dial("/chat", chat.main.port)];
  const third = await chat.dial();
  expect(await third.closed).toEqual({
    code: 1_008,
    reason: "Too many connections from this IP",
  });
  first.client.close();
  await first.closed;
  await expect
    .poll(async () => chat.identify(await chat.dial(), "ann", null))
    .toMatchObject({ type: "WELCOME" });
});

test("closing the door tells every client, and stops its timers", async () => {
  await using chat = await Chatting.open();
  const [ann, silent] = [await chat.enter("ann"), await chat.dial()];
  silent.send({ type: "IDENTIFY", name: "bob", pubkey: newKey().publicPem });
  await chat.settle();
  await Promise.all([chat.door.close(), chat.door.ownPort.close()]);
  expect((await ann.closed).code).toBe(1_001);
  expect((await silent.closed).code).toBe(1_001);
  expect([...chat.talk.agents()]).toEqual([]);
  expect(chat.time.waiting).toBe(0);
});

test("a silent channel with two agents gets one question per silence", async () => {
  await using chat = await Chatting.open({ idleMs: 300_000, hasGreetings: false });
  const ann = await chat.enter("ann", null, ["#general", "#help"]);
  const bob = await chat.enter("bob", null, ["#general"]);
  await chat.pass(300_000);
  const question = { type: "MSG", from: "@server", to: "#general" };
  expect(await chat.heard(ann)).toMatchObject([question]);
  const [{ content } = {}] = await chat.heard(bob);
  expect(content).toContain(`${ann.id}, ${bob.id}`);
  await chat.pass(900_000);
  expect(await chat.heard(ann)).toEqual([]);
  ann.send({ type: "MSG", to: "#general", content: "fine, and you?" });
  await chat.pass(240_000);
  expect(await chat.heard(bob)).toMatchObject([{ content: "fine, and you?" }]);
  await chat.pass(120_000);
  expect(await chat.heard(bob)).toMatchObject([question]);
});

test("no question is asked where they are switched off", async () => {
  await using chat = await Chatting.open({ idleMs: 0, hasGreetings: false });
  const ann = await chat.enter("ann", null, ["#general"]);
  await chat.enter("bob", null, ["#general"]);
  ann.take();
  await chat.pass(3_600_000);
  expect(await chat.heard(ann)).toEqual([]);
});

const UNLIMITED = { requests: 10_000, seconds: 1 };
const FAST = { ...DEFAULT_CHAT_SETTINGS.rates, messages: UNLIMITED, chunks: UNLIMITED };

test("an agent that does not read loses parts of files, and stays", async () => {
  await using chat = await Chatting.open({ rates: FAST });
  const [ann, deaf] = [await chat.enter("ann"), await chat.enter("deaf")];
  deaf.client.pause();
  const content = "x".repeat(1_900_000);
  for (let no = 0; no < 20; no += 1) ann.send({ type: "FILE_CHUNK", to: deaf.id, content });
  ann.send({ type: "PING" });
  await once(ann.client, "message");
  deaf.client.resume();
  const parts = await chat.heard(deaf);
  expect(parts.length).toBeGreaterThan(0);
  expect(parts.length).toBeLessThan(20);
  ann.send({ type: "MSG", to: deaf.id, content: "are you there?" });
  expect(await chat.heard(deaf)).toMatchObject([{ content: "are you there?" }]);
});

test("an agent that does not read messages is dropped and logged, and others go on", async () => {
  await using chat = await Chatting.open({
    hasGreetings: false,
    rates: { ...FAST, identified: UNLIMITED },
  });
  const ann = await chat.enter("ann", null, ["#general"]);
  const deaf = await chat.enter("deaf", null, ["#general"]);
  ann.take();
  deaf.client.pause();
  const content = "\u0001".repeat(4_096);
  const isThere = () => chat.talk.agent(deaf.id.slice(1)) !== null;
  while (isThere()) {
    for (let no = 0; no < 100; no += 1) ann.send({ type: "MSG", to: deaf.id, content });
    await ann.settle();
    ann.take();
  }
  expect(chat.logged).toMatchObject([{ event: "chat_slow_reader", address: "127.0.0.1" }]);
  chat.time.advance(1_000);
  ann.send({ type: "MSG", to: "#general", content: "still here" });
  await expect.poll(() => ann.inbox.at(-1)).toMatchObject({ content: "still here" });
  expect(chat.logged).toHaveLength(1);
});
