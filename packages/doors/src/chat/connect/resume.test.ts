import { once } from "node:events";
import { generateSigner } from "@bazaar/keys";
import { expect, test } from "vitest";
import { Chatting, newKey, World } from "../test/chatting.ts";
import { Clients, contents, LONG_STEP_MS, lines } from "./test/clients.ts";
import { Switch } from "./test/switch.ts";

test("after a lost connection each line comes once, those said meanwhile too", async () => {
  await using chat = await Chatting.open();
  await using clients = new Clients(chat.time);
  await using wire = await Switch.to(chat.own.port);
  const ada = clients.open(wire.url);
  const ben = clients.open(`ws://127.0.0.1:${chat.own.port}`, { name: "ben" });
  await clients.until(Promise.all([ada.client.connected(), ben.client.connected()]));
  await clients.until(Promise.all([ada, ben].map(({ client }) => client.join("#general"))));
  await clients.until(ben.client.say({ to: "#general", content: "one" }));
  await clients.until(ada.client.say({ to: "#general", content: "two" }));
  const { id } = ada.client.me ?? {};

  wire.cut();
  await clients.untilTrue(() => ada.client.me === null);
  const lost = await clients.until(ada.client.say({ to: "#general", content: "lost" }));
  expect(lost).toMatchObject({ problem: { code: "offline" } });
  await clients.until(ben.client.say({ to: "#general", content: "three" }));
  wire.mend();
  await clients.untilTrue(() => contents(ada).length === 3);
  await clients.until(ben.client.say({ to: "#general", content: "four" }));
  await clients.until(ada.client.channels());

  expect(contents(ada)).toEqual(["one", "two", "three", "four"]);
  expect(lines(ada).map(({ isReplay }) => isReplay)).toEqual([false, false, true, false]);
  expect(ada.client.me?.id).toBe(id);
  expect(ada.events.map(({ type }) => type)).not.toContain("gap");
  expect(ada.events.filter(({ type }) => type === "connected")).toMatchObject([
    { isAgain: false },
    { isAgain: true },
  ]);
});

test("what the server no longer has is said to be missing, before what comes after it", async () => {
  await using chat = await Chatting.open({ replay: 2 });
  await using clients = new Clients(chat.time);
  await using wire = await Switch.to(chat.own.port);
  const ada = clients.open(wire.url);
  const ben = clients.open(`ws://127.0.0.1:${chat.own.port}`, { name: "ben" });
  await clients.until(Promise.all([ada.client.connected(), ben.client.connected()]));
  await clients.until(Promise.all([ada, ben].map(({ client }) => client.join("#general"))));
  await clients.until(ben.client.say({ to: "#general", content: "one" }));
  wire.cut();
  await clients.untilTrue(() => ada.client.me === null);
  for (const content of ["two", "three", "four"]) {
    await clients.until(ben.client.say({ to: "#general", content }));
  }
  wire.mend();
  await clients.untilTrue(() => contents(ada).length === 3);
  expect(contents(ada)).toEqual(["one", "three", "four"]);
  const shown = ada.events.flatMap((event) => {
    if (event.type === "gap") return ["a gap"];
    const isKept = event.type === "message" && event.message.isReplay;
    return isKept ? [event.message.content] : [];
  });
  expect(shown).toEqual(["a gap", "three", "four"]);
});

test("a line that an earlier client of the agent handed out is not handed out again", async () => {
  await using chat = await Chatting.open();
  await using clients = new Clients(chat.time);
  const signer = generateSigner();
  const url = `ws://127.0.0.1:${chat.own.port}`;
  const ada = clients.open(url, { signer });
  await clients.until(ada.client.connected());
  await clients.until(ada.client.join("#general"));
  await clients.until(ada.client.say({ to: "#general", content: "one" }));
  await clients.until(ada.client.say({ to: "#general", content: "two" }));
  await clients.until(ada.client.close());

  const again = clients.open(url, { signer, seen: lines(ada).slice(0, 1) });
  await clients.until(again.client.connected());
  const joined = await clients.until(again.client.join("#general"));
  expect(contents(again)).toEqual(["two"]);
  expect(lines(again)).toMatchObject([{ isOwn: true, isReplay: true }]);
  expect(joined).toMatchObject({ value: { kept: [{ content: "one" }, { content: "two" }] } });
});

test("of two clients with one key the later stays, and the other does not come back", async () => {
  await using chat = await Chatting.open();
  await using clients = new Clients(chat.time);
  const signer = generateSigner();
  const url = `ws://127.0.0.1:${chat.own.port}`;
  const first = clients.open(url, { signer });
  await clients.until(first.client.connected());
  const second = clients.open(url, { signer });
  await clients.until(second.client.connected());
  await clients.untilTrue(() => first.events.at(-1)?.type === "ended");
  await clients.pass(120_000);
  expect(first.events.map(({ type }) => type)).toEqual(["connected", "ended"]);
  expect(await clients.until(second.client.join("#general"))).toMatchObject({ ok: true });
  expect(await first.client.join("#general")).toMatchObject({ problem: { code: "displaced" } });
});

test("a server that is not there is tried less and less often, until it is", async () => {
  await using chat = await Chatting.open();
  await using clients = new Clients(chat.time);
  await using wire = await Switch.to(chat.own.port);
  wire.cut();
  const ada = clients.open(wire.url);
  await clients.untilTrue(() => ada.events.length === 9, LONG_STEP_MS);
  expect(ada.events.map((event) => ("retryMs" in event ? event.retryMs : 0))).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ]);
  wire.mend();
  expect(await clients.until(ada.client.connected())).toMatchObject({ ok: true });
});

test("a line that the connection was lost under may have been said or not", async () => {
  await using chat = await Chatting.open();
  await using clients = new Clients(chat.time);
  await using wire = await Switch.to(chat.own.port);
  const ada = clients.open(wire.url);
  await clients.until(ada.client.connected());
  await clients.until(ada.client.join("#general"));
  wire.mute();
  const saying = ada.client.say({ to: "#general", content: "one" });
  await clients.untilTrue(() => wire.swallowed > 0);
  wire.cut();
  expect(await clients.until(saying)).toMatchObject({ problem: { code: "unknown" } });
  wire.mend();
  await clients.untilTrue(() => ada.client.me !== null);
  const joined = await clients.until(ada.client.join("#general"));
  expect(joined).toMatchObject({ value: { kept: [{ content: "one" }] } });
});

test("a server that stops answering is given up", async () => {
  await using chat = await Chatting.open();
  await using clients = new Clients(chat.time);
  await using wire = await Switch.to(chat.own.port);
  const ada = clients.open(wire.url);
  await clients.until(ada.client.connected());
  wire.mute();
  await clients.untilTrue(() => ada.events.at(-1)?.type === "disconnected", LONG_STEP_MS);
});

test("an agent that is not admitted does not try again", async () => {
  await using chat = await Chatting.open({ allowlist: "on" });
  await using clients = new Clients(chat.time);
  const ada = clients.open(`ws://127.0.0.1:${chat.own.port}`);
  expect(await clients.until(ada.client.connected())).toMatchObject({
    problem: { code: "NOT_ALLOWED" },
  });
});

test("a channel that is no longer there is said to be lost", async () => {
  const world = new World();
  await using chat = await Chatting.open({}, world);
  await using clients = new Clients(chat.time);
  await using wire = await Switch.to(chat.own.port);
  const ada = clients.open(wire.url, { signer: null });
  await clients.until(ada.client.connected());
  const made = await clients.until(ada.client.create("#private", { isInviteOnly: true }));
  expect(made).toMatchObject({ ok: true });
  wire.cut();
  await clients.untilTrue(() => ada.client.me === null);
  wire.mend();
  await clients.untilTrue(() => ada.events.at(-1)?.type === "lost_channel");
  expect(ada.events.at(-1)).toMatchObject({
    channel: "#private",
    problem: { code: "NOT_INVITED" },
  });
});

test("an agent that is asked for a proof of its key gives it, but signs nothing else", async () => {
  await using chat = await Chatting.open();
  await using clients = new Clients(chat.time);
  const ada = clients.open(`ws://127.0.0.1:${chat.own.port}`);
  await clients.until(ada.client.connected());
  const ben = await chat.enter("ben", newKey());
  ben.send({ type: "VERIFY_REQUEST", target: ada.client.me?.id, nonce: "a-nonce-of-this-test" });
  await once(ben.client, "message");
  await clients.untilTrue(() => ben.inbox.some(({ type }) => type === "VERIFY_SUCCESS"));
});

test("what an agent wants is said again before its channels are joined again", async () => {
  await using chat = await Chatting.open();
  await using clients = new Clients(chat.time);
  await using wire = await Switch.to(chat.own.port);
  const ada = clients.open(wire.url, { name: "ada" });
  const ben = clients.open(`ws://127.0.0.1:${chat.own.port}`, { name: "ben" });
  await clients.until(Promise.all([ada.client.connected(), ben.client.connected()]));
  const wanted = { only: { mentions: true }, without: ["@server", "AGENT_JOINED"] };
  expect(await clients.until(ada.client.prefer(wanted))).toEqual({ ok: true, value: true });
  const refused = await clients.until(ada.client.prefer({ without: ["MSG"] }));
  expect(refused).toMatchObject({ problem: { code: "INVALID_MSG" } });
  await clients.until(Promise.all([ada, ben].map(({ client }) => client.join("#general"))));
  for (const content of ["noise", "one for @ada"]) {
    await clients.until(ben.client.say({ to: "#general", content }));
  }
  wire.cut();
  await clients.untilTrue(() => ada.client.me === null);
  for (const content of ["more noise", "two for @ada"]) {
    await clients.until(ben.client.say({ to: "#general", content }));
  }
  wire.mend();
  await clients.untilTrue(() => contents(ada).length === 2);
  await clients.until(ben.client.say({ to: "#general", content: "noise again" }));
  await clients.until(ben.client.say({ to: "#general", content: "three for @ada" }));
  await clients.untilTrue(() => contents(ada).length === 3);
  expect(contents(ada)).toEqual(["one for @ada", "two for @ada", "three for @ada"]);
});
