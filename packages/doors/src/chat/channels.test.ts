/** Channels: joining and leaving, the lines that are kept, and those that need an invitation. */
import { expect, test } from "vitest";
import { DEFAULT_CHAT_SETTINGS } from "./settings.ts";
import { Chatting, newKey, World } from "./test/chatting.ts";

const GENERAL = ["#general"];

test("who joins gets the members, the last lines and a welcome; the others learn of it once", async () => {
  await using chat = await Chatting.open({ replay: 2 });
  const ann = await chat.enter("ann", newKey(), GENERAL);
  for (const content of ["one", "two", "three"]) {
    ann.send({ type: "MSG", to: "#general", content });
    chat.time.advance(1_000);
    await chat.heard(ann);
  }
  const bob = await chat.enter("bob");
  bob.send({ type: "JOIN", channel: "#general" });
  expect(await chat.heard(bob)).toMatchObject([
    {
      type: "JOINED",
      agents: [
        { id: ann.id, name: "ann", verified: true },
        { id: bob.id, name: "bob", verified: false },
      ],
    },
    { type: "MSG", content: "two", from: ann.id, replay: true },
    { type: "MSG", content: "three", replay: true },
    { type: "MSG", from: "@server" },
  ]);
  expect(await chat.heard(ann)).toMatchObject([
    { type: "AGENT_JOINED", channel: "#general", agent: bob.id, name: "bob", verified: false },
    { type: "MSG", from: "@server", content: expect.stringContaining(`bob (${bob.id})`) },
  ]);
  bob.send({ type: "JOIN", channel: "#general" });
  expect((await chat.heard(bob)).map(({ type }) => type)).toEqual(["JOINED", "MSG", "MSG"]);
  expect(await chat.heard(ann)).toEqual([]);
});

test("greetings can be switched off", async () => {
  await using chat = await Chatting.open({ hasGreetings: false });
  const ann = await chat.enter("ann", null, GENERAL);
  const bob = await chat.enter("bob");
  bob.send({ type: "JOIN", channel: "#general" });
  expect((await chat.heard(bob)).map(({ type }) => type)).toEqual(["JOINED"]);
  expect((await chat.heard(ann)).map(({ type }) => type)).toEqual(["AGENT_JOINED"]);
});

test("leaving is told with the name, a lost connection without it", async () => {
  await using chat = await Chatting.open({ hasGreetings: false });
  const ann = await chat.enter("ann", null, GENERAL);
  const bob = await chat.enter("bob", null, GENERAL);
  const cid = await chat.enter("cid", null, ["#general", "#help"]);
  bob.send({ type: "LEAVE", channel: "#general" });
  bob.send({ type: "LEAVE", channel: "#general" });
  bob.send({ type: "LEAVE", channel: "#nope" });
  expect(await chat.heard(bob)).toMatchObject([{ type: "LEFT" }, { type: "LEFT" }]);
  cid.client.terminate();
  await cid.closed;
  const left = { type: "AGENT_LEFT", channel: "#general" };
  await expect
    .poll(async () => [...ann.inbox])
    .toMatchObject([
      { ...left, agent: bob.id, name: "bob" },
      { ...left, agent: cid.id },
    ]);
  expect(ann.inbox[1]).not.toHaveProperty("name");
  expect(chat.talk.channelsOf(cid.id.slice(1))).toEqual([]);
});

test("a channel that needs an invitation is for its members and those they invite", async () => {
  await using chat = await Chatting.open({ hasGreetings: false });
  const [ann, bob] = [await chat.enter("ann"), await chat.enter("bob")];
  ann.send({ type: "CREATE_CHANNEL", channel: "#secret", invite_only: true });
  expect(await chat.heard(ann)).toMatchObject([
    { type: "JOINED", channel: "#secret", agents: [ann.id] },
  ]);
  const refused = async (message: object) => {
    bob.send({ channel: "#secret", ...message });
    return (await chat.heard(bob)).at(-1);
  };
  expect(await refused({ type: "JOIN" })).toMatchObject({
    code: "NOT_INVITED",
    message: "Channel #secret is invite-only",
  });
  expect(await refused({ type: "LIST_AGENTS" })).toMatchObject({ code: "NOT_INVITED" });
  expect(await refused({ type: "INVITE", agent: bob.id })).toMatchObject({ code: "NOT_INVITED" });
  bob.send({ type: "LIST_CHANNELS" });
  const [{ list = [] } = {}] = await chat.heard(bob);
  expect(list).not.toContainEqual(expect.objectContaining({ name: "#secret" }));
  ann.send({ type: "INVITE", channel: "#secret", agent: bob.id });
  expect(await chat.heard(bob)).toMatchObject([
    { type: "MSG", from: ann.id, to: bob.id, content: "You have been invited to #secret" },
  ]);
  expect(await refused({ type: "JOIN" })).toMatchObject({ type: "JOINED" });
});

test("who made a channel that needs an invitation can come back to it", async () => {
  await using chat = await Chatting.open({ hasGreetings: false });
  const key = newKey();
  const ann = await chat.enter("ann", key);
  ann.send({ type: "CREATE_CHANNEL", channel: "#secret", invite_only: true });
  await chat.heard(ann);
  ann.client.terminate();
  await ann.closed;
  const again = await chat.enter("ann", key);
  again.send({ type: "JOIN", channel: "#secret" });
  expect(await chat.heard(again)).toMatchObject([{ type: "JOINED", channel: "#secret" }]);
});

test("several may be invited at once, but only so many in a minute", async () => {
  await using chat = await Chatting.open();
  const [ann, bob] = [await chat.enter("ann", null, GENERAL), await chat.enter("bob")];
  ann.send({ type: "MSG", to: "#general", content: "come in" });
  const { requests } = DEFAULT_CHAT_SETTINGS.rates.changes;
  for (let no = 0; no < requests + 2; no += 1)
    ann.send({ type: "INVITE", channel: "#general", agent: bob.id });
  expect(await chat.heard(bob)).toHaveLength(requests);
  const heard = (await chat.heard(ann)).map(({ type, code }) => code ?? type);
  expect(heard).toEqual(["MSG", "RATE_LIMITED", "RATE_LIMITED"]);
});

test("inviting somebody who is not there is refused", async () => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", null, GENERAL);
  ann.send({ type: "INVITE", channel: "#general", agent: "@nobody00" });
  ann.send({ type: "INVITE", channel: "#nope", agent: ann.id });
  ann.send({ type: "INVITE", channel: "#general", agent: "nobody" });
  expect((await chat.heard(ann)).map(({ code }) => code)).toEqual([
    "AGENT_NOT_FOUND",
    "CHANNEL_NOT_FOUND",
    "INVALID_MSG",
  ]);
});

test("a created channel is kept, and so is what was said in it", async () => {
  const world = new World();
  {
    await using chat = await Chatting.open({}, world);
    const ann = await chat.enter("ann");
    ann.send({ type: "CREATE_CHANNEL", channel: "#ours" });
    ann.send({ type: "MSG", to: "#ours", content: "remember this" });
    await chat.heard(ann);
  }
  await using chat = await Chatting.open({ hasGreetings: false }, world);
  const bob = await chat.enter("bob");
  bob.send({ type: "JOIN", channel: "#ours" });
  expect(await chat.heard(bob)).toMatchObject([
    { type: "JOINED", channel: "#ours" },
    { content: "remember this", replay: true },
  ]);
  bob.send({ type: "CREATE_CHANNEL", channel: "#ours" });
  expect(await chat.heard(bob)).toMatchObject([{ code: "CHANNEL_EXISTS" }]);
});

test("one address cannot create many channels at once", async () => {
  await using chat = await Chatting.open();
  const [ann, bob] = [await chat.enter("ann"), await chat.enter("bob")];
  for (let no = 0; no < 6; no += 1) {
    ann.send({ type: "CREATE_CHANNEL", channel: `#a${no}` });
    bob.send({ type: "CREATE_CHANNEL", channel: `#b${no}` });
  }
  const answers = [...(await chat.heard(ann)), ...(await chat.heard(bob))];
  expect(answers.filter(({ type }) => type === "JOINED")).toHaveLength(10);
  expect(answers.filter(({ code }) => code === "RATE_LIMITED")).toHaveLength(2);
  await chat.pass(60_001);
  ann.send({ type: "CREATE_CHANNEL", channel: "#later" });
  expect(await chat.heard(ann)).toMatchObject([{ type: "JOINED" }]);
});

test("members of another process are seen, heard and missed", async () => {
  const world = new World();
  const settings = { hasGreetings: false };
  await using first = await Chatting.open(settings, world);
  await using second = await Chatting.open(settings, world);
  const ann = await first.enter("ann", null, GENERAL);
  const bob = await second.enter("bob", null, GENERAL);
  expect(await first.heard(ann)).toMatchObject([{ type: "AGENT_JOINED", agent: bob.id }]);
  bob.send({ type: "MSG", to: "#general", content: "hello over there" });
  await second.settle();
  await expect.poll(() => [...ann.inbox]).toMatchObject([{ content: "hello over there" }]);
  ann.take();
  second.talk[Symbol.dispose]();
  for (let second_ = 0; second_ < 12; second_ += 1) {
    world.time.advance(1_000);
    await first.talk.tick();
  }
  expect(await first.heard(ann)).toMatchObject([
    { type: "AGENT_LEFT", channel: "#general", agent: bob.id },
  ]);
});
