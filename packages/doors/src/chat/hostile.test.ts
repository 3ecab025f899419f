/** Input that no client of ours sends: answered or closed, and another agent goes on undisturbed. */
import { expect, test } from "vitest";
import { RawConnection } from "../../test/fuzz/raw-http.ts";
import { Chatting } from "./test/chatting.ts";
import type { Talker } from "./test/talker.ts";

const HANDSHAKE = [
  "GET /x HTTP/1.1",
  "Host: x",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
  "Sec-WebSocket-Extensions: permessage-deflate",
  "\r\n",
].join("\r\n");

/** An agent that was there before goes on as if nothing had happened. */
async function undisturbed(chat: Chatting, ann: Talker): Promise<void> {
  await chat.pass(1_000);
  ann.take();
  ann.send({ type: "MSG", to: "#general", content: "still here" });
  expect(await chat.heard(ann)).toMatchObject([{ type: "MSG", content: "still here" }]);
  expect(chat.faults).toEqual([]);
}

const JSON_TEXTS = [
  "null",
  "true",
  "0",
  "-1e999",
  '""',
  '"str"',
  "[]",
  "[null]",
  '[{"type":"PING"}]',
  "{}",
  '{"type":null}',
  '{"type":5}',
  '{"type":{}}',
  '{"type":["PING"]}',
  '{"type":"__proto__"}',
  '{"type":"constructor"}',
  '{"type":"toString"}',
  '{"type":"ping"}',
  '{"type":"\\u0000\\u202e\\u001b[31m"}',
  '{"__proto__":{"type":"PING"}}',
  `{"type":"${"x".repeat(50_000)}"}`,
  `${"[".repeat(30_000)}${"]".repeat(30_000)}`,
  `{"type":"PING","x":${"[".repeat(30_000)}${"]".repeat(30_000)}}`,
  `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
];

test.each(JSON_TEXTS.map((text) => [text.slice(0, 60), text] as const))(
  "%s is answered",
  async (_, text) => {
    await using chat = await Chatting.open();
    const ann = await chat.enter("ann", null, ["#general"]);
    const eve = await chat.dial();
    eve.raw(text);
    const answers = await chat.heard(eve);
    const isPing = text.startsWith('{"type":"PING"');
    expect(answers).toMatchObject([isPing ? { type: "PONG" } : { code: "INVALID_MSG" }]);
    await undisturbed(chat, ann);
  },
);

test.each(["", " ", "{", "{not json", "{'type':'PING'}", "\u0000", '{"type":"PING"}x', "NaN"])(
  "%j, which is not JSON, is ignored and logged",
  async (text) => {
    await using chat = await Chatting.open();
    const ann = await chat.enter("ann", null, ["#general"]);
    const eve = await chat.dial();
    eve.raw(text);
    expect(await chat.heard(eve)).toEqual([]);
    expect(chat.logged).toMatchObject([{ event: "chat_malformed", address: "127.0.0.1" }]);
    await undisturbed(chat, ann);
  },
);

const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5e300,
  "",
  "x",
  "#general",
  "@",
  "@__proto__",
  "#\u0000",
  "\ud800",
  "\u202e\u200b\u001b[2J",
  [],
  ["#general"],
  [[[[]]]],
  {},
  { type: "PING" },
  { toString: 1 },
  "x".repeat(5_000),
];

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  IDENTIFY: ["name", "pubkey"],
  VERIFY_IDENTITY: ["challenge_id", "signature", "timestamp"],
  JOIN: ["channel"],
  LEAVE: ["channel"],
  MSG: ["to", "content", "sig", "in_reply_to"],
  FILE_CHUNK: ["to", "content"],
  LIST_AGENTS: ["channel"],
  CREATE_CHANNEL: ["channel", "invite_only"],
  INVITE: ["channel", "agent"],
  SET_PRESENCE: ["status", "status_text"],
  SET_NICK: ["nick"],
  TYPING: ["channel"],
  REGISTER_SKILLS: ["skills", "sig"],
  SEARCH_SKILLS: ["query", "query_id"],
  VERIFY_REQUEST: ["target", "nonce"],
  VERIFY_RESPONSE: ["request_id", "nonce", "sig"],
  ADMIN_APPROVE: ["pubkey", "note"],
  ADMIN_REVOKE: ["pubkey", "agent_id"],
  ADMIN_LIST: [],
  ADMIN_KICK: ["agent_id", "reason"],
  ADMIN_BAN: ["agent_id", "reason"],
  ADMIN_UNBAN: ["agent_id"],
};

test.each(Object.entries(FIELDS))(
  "%s with values of every kind breaks nothing",
  async (type, names) => {
    await using chat = await Chatting.open({ adminKey: "key" });
    const ann = await chat.enter("ann", null, ["#general"]);
    const eve = await chat.enter("eve", null, ["#general"]);
    for (const name of ["none", ...names]) {
      for (const value of VALUES) {
        const good = { channel: "#general", to: ann.inbox, agent_id: "@x", admin_key: "key" };
        eve.send({ ...good, type, content: "x", [name]: value });
      }
      await chat.heard(eve);
      await chat.pass(10_000);
    }
    expect(eve.isOpen).toBe(true);
    await undisturbed(chat, ann);
  },
);

test("a message that is binary is refused", async () => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", null, ["#general"]);
  const eve = await chat.dial();
  eve.raw(Buffer.from('{"type":"PING"}'));
  eve.raw(Buffer.alloc(1_000, 255));
  expect(await chat.heard(eve)).toMatchObject([{ code: "INVALID_MSG" }, { code: "INVALID_MSG" }]);
  await undisturbed(chat, ann);
});

test("the eleventh message in ten seconds ends a connection that is not identified", async () => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", null, ["#general"]);
  const eve = await chat.dial();
  for (let no = 0; no < 11; no += 1) eve.raw(no % 2 === 0 ? "{" : "null");
  expect(await eve.closed).toEqual({ code: 1_008, reason: "Rate limit exceeded" });
  expect(eve.inbox).toHaveLength(5);
  expect(chat.logged).toMatchObject([
    { event: "chat_malformed", count: 1 },
    { event: "chat_malformed", count: 10 },
    { event: "chat_rate", count: 1 },
  ]);
  await undisturbed(chat, ann);
});

test("parts of files do not get around the rate before an agent is identified", async () => {
  await using chat = await Chatting.open();
  const eve = await chat.dial();
  for (let no = 0; no < 11; no += 1) eve.send({ type: "FILE_CHUNK", to: "@x", content: "" });
  expect((await eve.closed).code).toBe(1_008);
});

test("sixty messages in ten seconds are read, malformed ones counted, the rest refused", async () => {
  await using chat = await Chatting.open();
  const eve = await chat.enter("eve");
  for (let no = 0; no < 70; no += 1) eve.raw(no % 2 === 0 ? "null" : '{"type":"PING"}');
  const answers = await chat.heard(eve);
  const isRefused = ({ code }: { code?: unknown }) => code === "RATE_LIMITED";
  // One of the sixty was its IDENTIFY.
  expect(answers.filter(isRefused)).toHaveLength(11);
  expect(answers.slice(0, 59).some(isRefused)).toBe(false);
  await chat.pass(10_000);
  eve.send({ type: "PING" });
  expect(await chat.heard(eve)).toMatchObject([{ type: "PONG" }]);
});

test("an address that has used up its time is refused", async () => {
  await using chat = await Chatting.open({ limits: { busyMsPerAddress: 60_000 } });
  const eve = await chat.enter("eve");
  chat.main.admission.rates.countTime("127.0.0.1", 60_001);
  eve.send({ type: "PING" });
  expect(await chat.heard(eve)).toMatchObject([{ code: "RATE_LIMITED" }]);
});

test.each([
  { who: "not identified", kib: 65, code: 1_009 },
  { who: "identified", kib: 2_049, code: 1_009 },
])("$kib KiB from a client that is $who close the connection", async ({ who, kib, code }) => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", null, ["#general"]);
  const eve = who === "identified" ? await chat.enter("eve") : await chat.dial();
  eve.raw(JSON.stringify({ type: "PING", x: "x".repeat(kib * 1_024) }));
  expect((await eve.closed).code).toBe(code);
  await undisturbed(chat, ann);
});

test("257 KiB are refused, unless they are a part of a file, and the connection stays open", async () => {
  await using chat = await Chatting.open();
  const [ann, eve] = [await chat.enter("ann", null, ["#general"]), await chat.enter("eve")];
  const x = "x".repeat(257 * 1_024);
  eve.send({ type: "PING", x });
  expect(await chat.heard(eve)).toMatchObject([{ code: "INVALID_MSG" }]);
  eve.send({ type: "FILE_CHUNK", to: ann.id, content: x });
  expect(await chat.heard(ann)).toMatchObject([{ type: "FILE_CHUNK" }]);
  await undisturbed(chat, ann);
});

/** One masked frame with a mask of zeros. */
function frameOf(first: number, payload: Buffer, length = payload.length): Buffer {
  const head = Buffer.alloc(14);
  head[0] = first;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

test("a message that never ends is not kept, and closes a connection that is not identified", async () => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", null, ["#general"]);
  using eve = new RawConnection(chat.own.port);
  eve.write(HANDSHAKE);
  await eve.answers("a handshake", 1);
  expect(eve.received).not.toContain("deflate");
  // The beginning of a text of 2 MiB, most of which never comes.
  eve.write(frameOf(0x81, Buffer.alloc(100 * 1_024, "x"), 2 * 1_024 * 1_024));
  eve.write(Buffer.alloc(60 * 1_024, "x"));
  // A close frame with code 1009.
  await expect.poll(() => eve.received).toContain("\x88\x13\x03\xf1");
  await undisturbed(chat, ann);
});

test("a message in many parts is one message, and counts as one", async () => {
  await using chat = await Chatting.open();
  using eve = new RawConnection(chat.own.port);
  eve.write(HANDSHAKE);
  await eve.answers("a handshake", 1);
  const parts = [...'{"type":"PING"}'];
  eve.write(frameOf(0x01, Buffer.from("")));
  for (const part of parts) eve.write(frameOf(0x00, Buffer.from(part)));
  eve.write(frameOf(0x80, Buffer.from("")));
  await expect.poll(() => eve.received).toContain('"PONG"');
});

test("compressed messages are not taken", async () => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", null, ["#general"]);
  using eve = new RawConnection(chat.own.port);
  eve.write(HANDSHAKE);
  await eve.answers("a handshake", 1);
  eve.write(frameOf(0xc1, Buffer.alloc(1_000)));
  await expect.poll(() => eve.received).toContain("\x88\x02\x03\xea");
  await undisturbed(chat, ann);
});

test("messages that come together are read in order, also behind one that waits for the store", async () => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", null, ["#general"]);
  ann.send({ type: "MSG", to: "#general", content: "first" });
  for (let no = 0; no < 20; no += 1) ann.send({ type: "PING" });
  ann.send({ type: "LEAVE", channel: "#general" });
  const types = (await chat.heard(ann)).map(({ type }) => type);
  expect(types).toEqual(["MSG", ...Array(20).fill("PONG"), "LEFT"]);
});
