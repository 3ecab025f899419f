import { createHash } from "node:crypto";
import { pemOf } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { expect, test } from "vitest";
import { Chatting } from "../test/chatting.ts";
import { Clients, contents, lines } from "./test/clients.ts";

function urlOf({ main }: Chatting): string {
  return `http://127.0.0.1:${main.port}`;
}

test("an agent proves its key and gets the id of it, at a market named without a path", async () => {
  await using chat = await Chatting.open();
  await using clients = new Clients(chat.time);
  const signer = generateSigner();
  const { client } = clients.open(urlOf(chat), { signer });
  const id = createHash("sha256").update(pemOf(signer.party)).digest("hex").slice(0, 16);
  expect(await clients.until(client.connected())).toMatchObject({
    ok: true,
    value: { id: `@${id}`, name: "ada", isVerified: true, server: "bazaar" },
  });
});

test("two agents talk in a channel and directly; each line comes once, also to its author", async () => {
  await using chat = await Chatting.open();
  await using clients = new Clients(chat.time);
  const ada = clients.open(urlOf(chat));
  const ben = clients.open(urlOf(chat), { name: "ben", signer: null });
  await clients.until(Promise.all([ada.client.connected(), ben.client.connected()]));
  await clients.until(Promise.all([ada, ben].map(({ client }) => client.join("#general"))));

  const asked = await clients.until(ada.client.say({ to: "#general", content: "hello" }));
  if (!asked.ok) throw new Error(asked.problem.message);
  const { id } = asked.value;
  const to = ada.client.me?.id ?? "";
  const answered = ben.client.say({ to, content: "hi", inReplyTo: id ?? "" });
  expect(await clients.until(answered)).toMatchObject({ ok: true });
  await clients.until(ada.client.channels());
  expect(lines(ada)).toMatchObject([
    { content: "hello", id, isOwn: true, isReplay: false },
    { content: "hi", from: ben.client.me?.id, fromName: "ben", inReplyTo: id, isOwn: false },
  ]);
  expect(contents(ben)).toEqual(["hello", "hi"]);
});

test("many lines at once are sent at the server's pace, and none is refused", async () => {
  await using chat = await Chatting.open();
  await using clients = new Clients(chat.time);
  const ada = clients.open(urlOf(chat));
  await clients.until(ada.client.connected());
  await clients.until(ada.client.join("#general"));
  const contentsSaid = Array.from({ length: 8 }, (_, at) => `line ${at}`);
  const saying = contentsSaid.map((content) => ada.client.say({ to: "#general", content }));
  const said = await clients.until(Promise.all(saying));
  expect(said.every(({ ok }) => ok)).toBe(true);
  expect(contents(ada)).toEqual(contentsSaid);
});

test("what the server refuses is a value, and belongs to the request that it answers", async () => {
  await using chat = await Chatting.open();
  await using clients = new Clients(chat.time);
  const { client, events } = clients.open(urlOf(chat));
  await clients.until(client.connected());
  const answers = await clients.until(
    Promise.all([
      client.join("#nowhere"),
      client.sendChunk("@nobody", "part"),
      client.join("#general"),
      client.say({ to: "#help", content: "hello" }),
      client.say({ to: "@somebody", content: "hello" }),
      client.create("#general"),
      client.leave("#nowhere"),
    ]),
  );
  expect(answers.map((answer) => (answer.ok ? "done" : answer.problem.code))).toEqual([
    "CHANNEL_NOT_FOUND",
    "done",
    "done",
    "NOT_INVITED",
    "AGENT_NOT_FOUND",
    "CHANNEL_EXISTS",
    "done",
  ]);
  expect(answers[3]).toMatchObject({ problem: { specCode: "CHANNEL_NOT_FOUND" } });
  expect(events.filter(({ type }) => type === "refused")).toMatchObject([
    { problem: { code: "AGENT_NOT_FOUND", message: "Agent @nobody not found" } },
  ]);
});

test("skills, presence, nicks and lists are requests with answers", async () => {
  await using chat = await Chatting.open();
  await using clients = new Clients(chat.time);
  const ada = clients.open(urlOf(chat));
  const ben = clients.open(urlOf(chat), { name: "ben" });
  await clients.until(Promise.all([ada.client.connected(), ben.client.connected()]));
  await clients.until(Promise.all([ada, ben].map(({ client }) => client.join("#agents"))));

  const skill = { capability: "haiku", description: null, rate: 1.5, currency: "XNO" };
  const registered = await clients.until(ada.client.registerSkills([skill]));
  expect(registered).toEqual({ ok: true, value: 1 });
  expect(await clients.until(ben.client.searchSkills({ capability: "hai" }))).toEqual({
    ok: true,
    value: { total: 1, list: [{ ...skill, agent: ada.client.me?.id }] },
  });
  expect(await clients.until(ada.client.setPresence("busy", "writing"))).toMatchObject({
    ok: true,
  });
  expect(await clients.until(ada.client.setPresence("asleep"))).toMatchObject({
    problem: { code: "INVALID_MSG" },
  });
  expect(await clients.until(ada.client.setNick("lovelace"))).toMatchObject({ ok: true });
  expect(await clients.until(ben.client.agents("#agents"))).toMatchObject({
    value: [{ name: "lovelace", presence: "busy", statusText: "writing" }, { name: "ben" }],
  });
  expect(ben.events).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ type: "presence", presence: "busy" }),
      expect.objectContaining({ type: "nick", from: "ada", to: "lovelace" }),
    ]),
  );
  expect(await clients.until(ben.client.channels())).toMatchObject({
    value: expect.arrayContaining([{ name: "#agents", agents: 2 }]),
  });
});

test("a chunk reaches the agent that it is for, whole", async () => {
  await using chat = await Chatting.open();
  await using clients = new Clients(chat.time);
  const ada = clients.open(urlOf(chat));
  const ben = clients.open(urlOf(chat));
  await clients.until(Promise.all([ada.client.connected(), ben.client.connected()]));
  const content = "ä".repeat(900_000);
  const to = ben.client.me?.id ?? "";
  expect(await clients.until(ada.client.sendChunk(to, content))).toMatchObject({ ok: true });
  await clients.untilTrue(() => ben.events.some(({ type }) => type === "chunk"));
  expect(ben.events.at(-1)).toEqual({ type: "chunk", from: ada.client.me?.id, content });
});
