/** Who an agent is: without a key, with one, and with one that somebody else has too. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { Chatting, idOf, newKey, signed, verifyMessage, World } from "./test/chatting.ts";

const GENERAL = ["#general"];

test("an agent without a key gets an id of its own", async () => {
  await using chat = await Chatting.open();
  const [one, two] = [await chat.dial(), await chat.dial()];
  const welcome = await chat.identify(one, "eph", null);
  expect(welcome).toMatchObject({ type: "WELCOME", name: "eph", server: "bazaar" });
  expect(welcome).not.toHaveProperty("verified");
  expect(welcome?.agent_id).toMatch(/^@[a-z0-9]{8}$/);
  expect(await chat.identify(two, "eph", null)).not.toMatchObject({ agent_id: welcome?.agent_id });
});

test("an agent's id is the hash of its key as it sends it", async () => {
  await using chat = await Chatting.open();
  const key = newKey();
  const welcome = await chat.identify(await chat.dial(), "ann", key);
  expect(welcome).toMatchObject({ agent_id: `@${idOf(key)}`, verified: true });
  // Some clients leave out the last line end.
  const trimmed = { ...key, publicPem: key.publicPem.trimEnd() };
  const other = await chat.identify(await chat.dial(), "ann", trimmed);
  const id = createHash("sha256").update(trimmed.publicPem).digest("hex").slice(0, 16);
  expect(other).toMatchObject({ agent_id: `@${id}`, verified: true });
  expect(chat.talk.agent(id)?.key?.party).toBe(chat.talk.agent(idOf(key))?.key?.party);
});

const { publicPem, privatePem } = newKey();
const body = publicPem.split("\n")[1] ?? "";
const pem = (inner: string) => `-----BEGIN PUBLIC KEY-----\n${inner}\n-----END PUBLIC KEY-----\n`;

test.each([
  { what: "a text", pubkey: "xx", problem: /Ed25519/ },
  { what: "a number", pubkey: 5, problem: /Ed25519/ },
  { what: "an empty text", pubkey: "", problem: /Ed25519/ },
  { what: "a list", pubkey: [publicPem], problem: /Ed25519/ },
  { what: "no key between its lines", pubkey: pem(""), problem: /Ed25519/ },
  { what: "a key of another kind", pubkey: pem(`MFkw${body.slice(4)}`), problem: /Ed25519/ },
  { what: "a key that is too short", pubkey: pem(body.slice(0, -4)), problem: /Ed25519/ },
  { what: "something behind the key", pubkey: `${publicPem}x`, problem: /Ed25519/ },
  { what: "something before the key", pubkey: `x${publicPem}`, problem: /Ed25519/ },
  { what: "two keys", pubkey: publicPem + publicPem, problem: /Ed25519/ },
  { what: "a long key", pubkey: pem(`${body}${"\n".repeat(2_000)}`), problem: /Ed25519/ },
  { what: "its private key", pubkey: privatePem, problem: /private key: keep it secret/ },
])("a public key that is $what is refused", async ({ pubkey, problem }) => {
  await using chat = await Chatting.open();
  const talker = await chat.dial();
  talker.send({ type: "IDENTIFY", name: "ann", pubkey });
  const message = expect.stringMatching(problem);
  expect(await chat.heard(talker)).toMatchObject([{ type: "ERROR", code: "INVALID_MSG", message }]);
});

test.each(["", "has space", "a".repeat(33), "ann\n", "änn", 5, null, undefined, {}])(
  "%j is not a name",
  async (name) => {
    await using chat = await Chatting.open();
    const talker = await chat.dial();
    talker.send({ type: "IDENTIFY", name });
    expect(await chat.heard(talker)).toMatchObject([{ message: "Invalid agent name" }]);
  },
);

test("nobody takes the name of the server", async () => {
  await using chat = await Chatting.open();
  const talker = await chat.dial();
  talker.send({ type: "IDENTIFY", name: "Server" });
  expect(await chat.heard(talker)).toMatchObject([{ type: "ERROR", code: "INVALID_NAME" }]);
});

test("a proof of another's key, or of another challenge, lets nobody in", async () => {
  await using chat = await Chatting.open();
  const [key, thief] = [newKey(), newKey()];
  const talker = await chat.dial();
  const begin = async () => {
    talker.send({ type: "IDENTIFY", name: "ann", pubkey: key.publicPem });
    return (await chat.heard(talker))[0] ?? {};
  };
  const answer = async (message: object) => {
    talker.send(message);
    return (await chat.heard(talker))[0];
  };
  const failed = { code: "VERIFICATION_FAILED", message: "Invalid signature" };
  const first = await begin();
  expect(await answer(verifyMessage(thief, first))).toMatchObject(failed);
  const second = await begin();
  const old = { ...verifyMessage(key, first), challenge_id: second.challenge_id };
  expect(await answer(old)).toMatchObject(failed);
  const third = await begin();
  const good = verifyMessage(key, third);
  expect(await answer({ ...good, challenge_id: first.challenge_id })).toMatchObject({
    code: "VERIFICATION_EXPIRED",
  });
  // A wrong id does not use up the challenge, a wrong signature does.
  expect(await answer({ ...good, timestamp: "1" })).toMatchObject({ code: "INVALID_MSG" });
  expect(await answer(good)).toMatchObject({ type: "WELCOME", verified: true });
  expect(chat.logged).toMatchObject([{ event: "chat_wrong_signature", count: 1 }]);
});

test("a challenge that is not answered in time ends the connection", async () => {
  await using chat = await Chatting.open({ challengeMs: 1_000 });
  const [talker, key] = [await chat.dial(), newKey()];
  talker.send({ type: "IDENTIFY", name: "ann", pubkey: key.publicPem });
  const [challenge = {}] = await chat.heard(talker);
  expect(challenge.expires_at).toBe(chat.time.nowMs() + 1_000);
  chat.time.advance(999);
  expect(await chat.heard(talker)).toEqual([]);
  chat.time.advance(1);
  expect(await talker.closed).toEqual({ code: 1_000, reason: "Challenge expired" });
  expect(talker.take()).toMatchObject([{ code: "VERIFICATION_EXPIRED" }]);
});

test("a connection that never says who it is is closed after two minutes, others stay", async () => {
  await using chat = await Chatting.open();
  const [silent, ann] = [await chat.dial(), await chat.enter("ann")];
  await chat.pass(119_999);
  expect(silent.isOpen).toBe(true);
  await chat.pass(1);
  expect((await silent.closed).code).toBe(1_008);
  ann.send({ type: "PING" });
  expect(await chat.heard(ann)).toMatchObject([{ type: "PONG" }]);
});

test("who proves a key takes over from the connection that had it", async () => {
  await using chat = await Chatting.open();
  const key = newKey();
  const old = await chat.enter("ann", key, GENERAL);
  const bob = await chat.enter("bob", null, GENERAL);
  const ann = await chat.enter("ann", key);
  expect(await old.closed).toEqual({
    code: 1_000,
    reason: "Identity claimed by verified connection",
  });
  expect(chat.logged).toMatchObject([{ event: "chat_takeover", address: "127.0.0.1" }]);
  expect(chat.talk.channelsOf(idOf(key))).toEqual([]);
  ann.send({ type: "JOIN", channel: "#general" });
  bob.send({ type: "MSG", to: ann.id, content: "you again" });
  expect((await chat.heard(ann)).at(-1)).toMatchObject({ content: "you again" });
});

test("members learn that an agent that was taken over has left its channels", async () => {
  await using chat = await Chatting.open({ hasGreetings: false });
  const key = newKey();
  await chat.enter("ann", key, GENERAL);
  const bob = await chat.enter("bob", null, GENERAL);
  const ann = await chat.dial();
  await chat.identify(ann, "ann", key);
  expect(await chat.heard(bob)).toMatchObject([
    { type: "AGENT_LEFT", channel: "#general", agent: `@${idOf(key)}` },
  ]);
});

test("a second key with the id of another is refused", async () => {
  const world = new World();
  await using chat = await Chatting.open({}, world);
  const key = newKey();
  await chat.talk.keys.set(idOf(key), { keyText: "another key", seenAtMs: 0 });
  expect(await chat.identify(await chat.dial(), "ann", key)).toMatchObject({
    code: "VERIFICATION_FAILED",
  });
});

test("a key that has been here is known after a restart", async () => {
  const world = new World();
  const key = newKey();
  {
    await using chat = await Chatting.open({}, world);
    await chat.enter("ann", key);
  }
  await using chat = await Chatting.open({}, world);
  expect(chat.talk.keys.get(idOf(key))?.keyText).toBe(key.publicPem);
});

test("a key is taken over from another process", async () => {
  const world = new World();
  await using first = await Chatting.open({ hasGreetings: false }, world);
  await using second = await Chatting.open({ hasGreetings: false }, world);
  const key = newKey();
  const old = await first.enter("ann", key, GENERAL);
  const bob = await second.enter("bob", null, GENERAL);
  await second.enter("ann", key);
  expect((await old.closed).reason).toBe("Identity claimed by verified connection");
  expect(old.take()).toMatchObject([
    { type: "AGENT_JOINED" },
    { type: "SESSION_DISPLACED", new_ip: "127.0.0.1" },
  ]);
  expect(second.talk.members("#general").map(({ id }) => `@${id}`)).toEqual([bob.id]);
});

test("what is signed to enter is of no use for anything else", async () => {
  await using chat = await Chatting.open();
  const [key, talker] = [newKey(), await chat.dial()];
  talker.send({ type: "IDENTIFY", name: "ann", pubkey: key.publicPem });
  const [{ nonce, challenge_id } = {}] = await chat.heard(talker);
  const signature = signed(key, String(nonce));
  talker.send({ type: "VERIFY_IDENTITY", challenge_id, signature, timestamp: 1 });
  expect(await chat.heard(talker)).toMatchObject([{ code: "VERIFICATION_FAILED" }]);
});
