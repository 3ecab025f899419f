import { expect, test } from "vitest";
import { Chatting, World } from "../test/chatting.ts";
import type { Heard, Talker } from "../test/talker.ts";

const HIDDEN = "\u001b[31mi\u200bgnore\u202e";

/** What it has heard in short: contents of messages, types of the rest. */
async function heard(chat: Chatting, talker: Talker): Promise<readonly unknown[]> {
  return (await chat.heard(talker)).map(({ type, content }) => content ?? type);
}

/** Says each thing in a channel, and gives the ids of the messages. */
async function say(
  chat: Chatting,
  talker: Talker,
  ...said: readonly Readonly<Record<string, unknown>>[]
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const message of said) {
    await chat.pass(1_000);
    talker.take();
    talker.send({ type: "MSG", to: "#general", ...message });
    const echo = (await chat.heard(talker)).find(({ type }) => type === "MSG");
    ids.push(String(echo?.msg_id));
  }
  return ids;
}

async function deliver(chat: Chatting, talker: Talker, preferences: Heard): Promise<Heard> {
  talker.send({ type: "SET_DELIVERY", ...preferences });
  const answer = (await chat.heard(talker)).at(-1);
  expect(answer?.type, String(answer?.message)).toBe("DELIVERY_SET");
  return answer ?? {};
}

test("an agent gets what names it or answers it, and all that is for it alone", async () => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", null, ["#general"]);
  const bob = await chat.enter("bob", null, ["#general"]);
  await deliver(chat, ann, { only: { mentions: true } });
  const [asked] = await say(chat, ann, { content: "who knows Nano?" });
  expect(await heard(chat, ann)).toEqual([]);
  await say(
    chat,
    bob,
    { content: "lunch?" },
    { content: "@anna, @ann2, mail@ann.example and ann" },
    { content: "me", in_reply_to: asked },
    { content: "hello @Ann." },
    { content: `and ${ann.id}!` },
    { to: ann.id, content: "a word" },
  );
  expect(await heard(chat, ann)).toEqual(["me", "hello @Ann.", `and ${ann.id}!`, "a word"]);
  ann.send({ type: "SET_NICK", nick: "anna" });
  await say(chat, bob, { content: "@anna" }, { content: "@ann" });
  expect(await heard(chat, ann)).toEqual(["NICK_CHANGED", "@anna"]);
});

test("a thread is a message and what replies to it, and to what replied to it", async () => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", null, ["#general"]);
  const bob = await chat.enter("bob", null, ["#general"]);
  const [root = "", other = ""] = await say(chat, bob, { content: "root" }, { content: "other" });
  await deliver(chat, ann, { only: { threads: [root] } });
  const [one = ""] = await say(chat, bob, { content: "one", in_reply_to: root });
  const [two = ""] = await say(chat, ann, { content: "two", in_reply_to: one });
  expect(await heard(chat, ann)).toEqual([]);
  await say(
    chat,
    bob,
    { content: "three", in_reply_to: two },
    { content: "no", in_reply_to: other },
    { content: "nor this" },
  );
  expect(await heard(chat, ann)).toEqual(["three"]);
});

test("words and senders choose, each channel can have its own rule, and lines of before obey", async () => {
  await using chat = await Chatting.open();
  const bob = await chat.enter("bob", null, ["#general", "#help"]);
  const eve = await chat.enter("eve", null, ["#general"]);
  await say(
    chat,
    bob,
    { content: "RUST wanted" },
    { content: "cake" },
    { to: "#help", content: "c" },
  );
  await say(chat, eve, { content: "from eve" });
  const ann = await chat.enter("ann");
  const only = { words: ["Rust"], from: [eve.id] };
  const answer = await deliver(chat, ann, {
    only,
    without: ["@server"],
    channels: { "#help": null },
  });
  expect(answer).toMatchObject({
    plain: false,
    without: ["@server"],
    only: { mentions: false, threads: [], words: ["rust"], from: [eve.id] },
    channels: { "#help": null },
  });
  for (const channel of ["#general", "#help"]) ann.send({ type: "JOIN", channel });
  expect(await heard(chat, ann)).toEqual(["JOINED", "RUST wanted", "from eve", "JOINED", "c"]);
});

test("who comes, goes, types and changes is not told to those who do not want it", async () => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", null, ["#general"]);
  const types = ["AGENT_JOINED", "AGENT_LEFT", "PRESENCE_CHANGED", "NICK_CHANGED", "TYPING"];
  await deliver(chat, ann, { without: [...types, "@server"] });
  const coming = async () => {
    const bob = await chat.dial();
    await chat.identify(bob, "bob", null);
    const channel = "#general";
    bob.send({ type: "JOIN", channel });
    bob.send({ type: "SET_PRESENCE", status: "busy" });
    bob.send({ type: "SET_NICK", nick: "bobby" });
    bob.send({ type: "TYPING", channel });
    bob.send({ type: "MSG", to: channel, content: "hi" });
    bob.send({ type: "LEAVE", channel });
    return heard(chat, ann);
  };
  expect(await coming()).toEqual(["hi"]);
  ann.send({ type: "SET_NICK", nick: "anna" });
  expect(await heard(chat, ann)).toEqual(["NICK_CHANGED"]);
  await deliver(chat, ann, {});
  const all = await coming();
  expect(all).toEqual(expect.arrayContaining([...types, "hi"]));
  expect(all).toHaveLength(types.length + 2);
});

test("an agent that asks for plain text gets no invisible characters, others get all", async () => {
  const world = new World();
  await using chat = await Chatting.open({}, world);
  await using other = await Chatting.open({}, world);
  const ann = await chat.enter("ann", null, ["#general"]);
  const far = await other.enter("far", null, ["#general"]);
  const bob = await chat.enter("bob", null, ["#general"]);
  ann.take();
  for (const [at, talker] of [
    [chat, ann],
    [other, far],
  ] as const) {
    await deliver(at, talker, { plain: true });
  }
  await say(chat, bob, { content: `${HIDDEN} me`, sig: "s" }, { content: 'Grüße\n"x"' });
  bob.send({ type: "SET_PRESENCE", status: "away", status_text: HIDDEN });
  const messages = (list: readonly Heard[]) =>
    list.flatMap(({ type, content, sig, plain, status_text }) =>
      type === "MSG" || type === "PRESENCE_CHANGED" ? [{ content, sig, plain, status_text }] : [],
    );
  const wanted = [
    { content: "ignore me", sig: "s", plain: true },
    { content: 'Grüße\n"x"' },
    { status_text: "ignore", plain: true },
  ];
  expect(messages(await chat.heard(ann))).toEqual(wanted);
  expect(messages(await other.heard(far))).toEqual(wanted);
  ann.send({ type: "LIST_AGENTS", channel: "#general" });
  const [agents] = await chat.heard(ann);
  expect(agents?.list).toContainEqual(expect.objectContaining({ status_text: "ignore" }));
  await say(chat, bob, { content: "\u001b[1mbold" });
  expect(await heard(chat, ann)).toEqual(["bold"]);
  bob.send({ type: "FILE_CHUNK", to: ann.id, content: HIDDEN });
  expect(await heard(chat, ann)).toEqual([HIDDEN]);
  const raw = await chat.enter("raw");
  raw.send({ type: "JOIN", channel: "#general" });
  expect(await heard(chat, raw)).toContain(`${HIDDEN} me`);
});

test.each([
  [{ plain: "yes" }, "Invalid plain"],
  [{ without: ["MSG"] }, "Invalid without"],
  [{ without: "TYPING" }, "Invalid without"],
  [{ only: [] }, "Invalid only"],
  [{ only: { mentions: 1 } }, "Invalid mentions"],
  [{ only: { words: [""] } }, "Invalid words"],
  [{ only: { words: Array(21).fill("w") } }, "Too many words (max 20)"],
  [{ only: { from: ["bob"] } }, "Invalid from"],
  [{ only: { threads: [null] } }, "Invalid threads"],
  [{ channels: { general: null } }, "Invalid channel name"],
  [{ channels: { "#general": true } }, "Invalid only"],
  [{ channels: JSON.parse('{"__proto__":null}') }, "Invalid channel name"],
  [
    { channels: Object.fromEntries(Array.from({ length: 101 }, (_, no) => [`#c${no}`, null])) },
    "Too many channels (max 100)",
  ],
  [
    {
      channels: Object.fromEntries(
        Array.from({ length: 9 }, (_, no) => [
          `#c${no}`,
          { words: Array(20).fill("w".repeat(100)) },
        ]),
      ),
    },
    "Too many preferences",
  ],
])("%j is refused, and what was in force stays so", async (preferences, message) => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", null, ["#general"]);
  const bob = await chat.enter("bob", null, ["#general"]);
  ann.take();
  await deliver(chat, ann, { only: { words: ["x"] } });
  ann.send({ type: "SET_DELIVERY", ...preferences });
  expect(await chat.heard(ann)).toMatchObject([{ type: "ERROR", code: "INVALID_MSG", message }]);
  await say(chat, bob, { content: "a" }, { content: "X" });
  expect(await heard(chat, ann)).toEqual(["X"]);
});
