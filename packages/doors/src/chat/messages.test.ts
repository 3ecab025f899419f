/** What agents say to channels and to each other, and how often. */
import { setImmediate } from "node:timers/promises";
import { type Notes, type NoteWrite, StoreUnavailable } from "@bazaar/market/ports";
import { MemoryStore } from "@bazaar/store/memory";
import { through } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { Chatting, newKey, World } from "./test/chatting.ts";

const GENERAL = ["#general"];

test("a message to a channel goes to every member, its sender too, as it was sent", async () => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", null, GENERAL);
  const bob = await chat.enter("bob", null, GENERAL);
  const cid = await chat.enter("cid");
  const content = 'a "quote", \u0000, \ud800, \u202e and 😀';
  ann.send({ type: "MSG", to: "#general", content, sig: "AA==", in_reply_to: "7-abc", ts: 1 });
  const message = {
    type: "MSG",
    ts: chat.time.nowMs(),
    from: ann.id,
    from_name: "ann",
    to: "#general",
    content,
    sig: "AA==",
    in_reply_to: "7-abc",
    msg_id: expect.stringMatching(/^\d+-[0-9a-z]{6}$/),
  };
  expect(await chat.heard(ann)).toEqual([message]);
  expect(await chat.heard(bob)).toEqual([message]);
  expect(await chat.heard(cid)).toEqual([]);
  const late = await chat.enter("dan");
  late.send({ type: "JOIN", channel: "#general" });
  expect(await chat.heard(late)).toContainEqual({ ...message, replay: true });
});

test("a message to an agent goes to it and back to its sender", async () => {
  await using chat = await Chatting.open();
  const [ann, bob] = [await chat.enter("ann"), await chat.enter("bob", newKey())];
  ann.send({ type: "MSG", to: bob.id, content: "psst" });
  expect(await chat.heard(ann)).toMatchObject([{ from: ann.id, to: bob.id, content: "psst" }]);
  expect(await chat.heard(bob)).toMatchObject([{ from: ann.id, to: bob.id, content: "psst" }]);
  await chat.pass(1_000);
  ann.send({ type: "MSG", to: ann.id, content: "note to self" });
  expect(await chat.heard(ann)).toMatchObject([{ content: "note to self" }]);
});

test("a message to an agent in another process arrives", async () => {
  const world = new World();
  await using first = await Chatting.open({}, world);
  await using second = await Chatting.open({}, world);
  const [ann, bob] = [await first.enter("ann"), await second.enter("bob")];
  ann.send({ type: "MSG", to: bob.id, content: "psst" });
  expect(await first.heard(ann)).toMatchObject([{ content: "psst" }]);
  expect(await second.heard(bob)).toMatchObject([{ from: ann.id, content: "psst" }]);
});

test.each([
  { to: "@nobody00", code: "AGENT_NOT_FOUND", message: "Agent @nobody00 not found" },
  { to: "@bob", code: "AGENT_NOT_FOUND", message: "Agent @bob not found" },
  { to: "#nope", code: "CHANNEL_NOT_FOUND", message: "Channel #nope not found" },
  { to: "#help", code: "NOT_INVITED", message: "Not a member of #help" },
  { to: "bob", code: "INVALID_MSG", message: "Invalid target (must start with # or @)" },
  { to: 5, code: "INVALID_MSG", message: "Missing or invalid target" },
  { to: `#${"x".repeat(100)}`, code: "INVALID_MSG", message: "Target too long (max 100 chars)" },
  { to: ["#general"], code: "INVALID_MSG", message: "Missing or invalid target" },
])("a message to $to is refused: $code", async ({ to, code, message }) => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", null, GENERAL);
  await chat.enter("bob");
  ann.send({ type: "MSG", to, content: "x" });
  expect(await chat.heard(ann)).toMatchObject([{ type: "ERROR", code, message }]);
});

test.each([
  { name: "content", value: "x".repeat(4_097), message: "Content too long (max 4096 chars)" },
  { name: "content", value: 5, message: "Missing or invalid content" },
  { name: "sig", value: "x".repeat(513), message: "sig too long (max 512 chars)" },
  { name: "sig", value: {}, message: "Invalid sig" },
  { name: "in_reply_to", value: [], message: "Invalid in_reply_to" },
])("a message whose $name is $value is refused", async ({ name, value, message }) => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", null, GENERAL);
  ann.send({ type: "MSG", to: "#general", content: "x", [name]: value });
  expect(await chat.heard(ann)).toMatchObject([{ code: "INVALID_MSG", message }]);
});

test("an agent says one thing a second, refused ones counted", async () => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", null, GENERAL);
  const say = async (to: string) => {
    ann.send({ type: "MSG", to, content: "x" });
    return (await chat.heard(ann))[0];
  };
  expect(await say("#nope")).toMatchObject({ code: "CHANNEL_NOT_FOUND" });
  await chat.pass(999);
  expect(await say("#general")).toMatchObject({
    code: "RATE_LIMITED",
    message: "Rate limit exceeded (max 1 message per second)",
  });
  await chat.pass(1);
  expect(await say("#general")).toMatchObject({ type: "MSG" });
});

test("parts of files go to one agent only, ten a second, beside all other messages", async () => {
  await using chat = await Chatting.open();
  const [ann, bob] = [await chat.enter("ann"), await chat.enter("bob")];
  const content = "x".repeat(1_500_000);
  ann.send({ type: "FILE_CHUNK", to: bob.id, content });
  expect(await chat.heard(bob)).toMatchObject([{ type: "FILE_CHUNK", from: ann.id, content }]);
  expect(await chat.heard(ann)).toEqual([]);
  for (let no = 0; no < 10; no += 1) ann.send({ type: "FILE_CHUNK", to: bob.id, content: `${no}` });
  expect(await chat.heard(ann)).toMatchObject([{ code: "RATE_LIMITED" }]);
  expect(await chat.heard(bob)).toHaveLength(9);
  ann.send({ type: "FILE_CHUNK", to: "#general", content });
  await chat.pass(1_000);
  ann.send({ type: "FILE_CHUNK", to: "#general", content });
  ann.send({ type: "FILE_CHUNK", to: "@nobody00", content });
  expect((await chat.heard(ann)).map(({ code }) => code)).toEqual([
    "RATE_LIMITED",
    "INVALID_MSG",
    "AGENT_NOT_FOUND",
  ]);
  for (let no = 0; no < 59; no += 1) ann.send({ type: "PING" });
  expect((await chat.heard(ann)).every(({ type }) => type === "PONG")).toBe(true);
});

test("the codes of the protocol's description can come first", async () => {
  const send = async (specCodesFirst: boolean) => {
    await using chat = await Chatting.open({ specCodesFirst });
    const ann = await chat.enter("ann");
    ann.send({ type: "MSG", to: "#general", content: "x" });
    return (await chat.heard(ann))[0];
  };
  expect(await send(false)).toMatchObject({ code: "NOT_INVITED", spec_code: "CHANNEL_NOT_FOUND" });
  expect(await send(true)).toMatchObject({ code: "CHANNEL_NOT_FOUND", legacy_code: "NOT_INVITED" });
});

test("what cannot be stored is not said, and can be said again", async () => {
  const { notes } = new MemoryStore();
  let isDown = false;
  const flaky = {
    get: notes.get.bind(notes),
    list: notes.list.bind(notes),
    write: async (...writes: readonly NoteWrite[]) => {
      if (isDown) throw new StoreUnavailable("down");
      return notes.write(...writes);
    },
  };
  await using chat = await Chatting.open({}, new World(flaky));
  const ann = await chat.enter("ann", null, GENERAL);
  const bob = await chat.enter("bob", null, GENERAL);
  const say = async () => {
    await chat.pass(1_000);
    ann.send({ type: "MSG", to: "#general", content: "x" });
    return chat.heard(ann);
  };
  isDown = true;
  expect(await say()).toMatchObject([{ type: "ERROR", code: "UNAVAILABLE" }]);
  expect(await chat.heard(bob)).toEqual([]);
  expect(chat.failures).toHaveLength(1);
  isDown = false;
  expect(await say()).toMatchObject([{ type: "MSG" }]);
  expect(await chat.heard(bob)).toMatchObject([{ type: "MSG" }]);
});

test("a door is closed once everything that it has begun is stored", async () => {
  const { notes } = new MemoryStore();
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const order: string[] = [];
  const slow = through<Notes>(notes, async (name, call) => {
    if (name !== "write") return call();
    begun.resolve();
    await released.promise;
    order.push("stored");
    return call();
  });
  await using chat = await Chatting.open({}, new World(slow));
  const ann = await chat.enter("ann", null, GENERAL);
  ann.send({ type: "MSG", to: "#general", content: "x" });
  await begun.promise;
  const closed = chat.door.close().then(() => order.push("closed"));
  await expect.poll(() => chat.talk.agent(ann.id.slice(1))).toBeNull();
  await setImmediate();
  released.resolve();
  await closed;
  expect(order).toEqual(["stored", "closed"]);
});
