/** What only an administrator may do, and who may enter. */
import { expect, test } from "vitest";
import { Chatting, idOf, newKey, World } from "./test/chatting.ts";

const adminKey = "a long and secret key";
const KICK = { type: "ADMIN_KICK", agent_id: "@nobody00" };

test("with the allowlist on, keys must be admitted; in strict mode nobody else enters", async () => {
  const [key, other] = [newKey(), newKey()];
  const world = new World();
  {
    await using chat = await Chatting.open({ allowlist: "on", adminKey }, world);
    const admin = await chat.dial();
    admin.send({
      type: "ADMIN_APPROVE",
      pubkey: key.publicPem,
      admin_key: adminKey,
      note: "a friend",
    });
    expect(await chat.heard(admin)).toMatchObject([
      { type: "ADMIN_RESULT", action: "approve", success: true, agentId: `@${idOf(key)}` },
    ]);
    admin.send({ type: "ADMIN_LIST", admin_key: adminKey });
    expect(await chat.heard(admin)).toMatchObject([
      {
        action: "list",
        enabled: true,
        strict: false,
        entries: [{ agentId: `@${idOf(key)}`, note: "a friend" }],
      },
    ]);
    const enters = async (pair: typeof key | null) => chat.identify(await chat.dial(), "x", pair);
    expect(await enters(key)).toMatchObject({ type: "WELCOME" });
    expect(await enters(null)).toMatchObject({ type: "WELCOME" });
    expect(await enters(other)).toMatchObject({ code: "NOT_ALLOWED" });
    const revoke = { type: "ADMIN_REVOKE", admin_key: adminKey };
    admin.send({ ...revoke, pubkey: other.publicPem });
    expect(await chat.heard(admin)).toMatchObject([{ action: "revoke", success: false }]);
  }
  await using strict = await Chatting.open({ allowlist: "strict", adminKey }, world);
  const enters = async (pair: typeof key | null) => strict.identify(await strict.dial(), "x", pair);
  expect(await enters(key)).toMatchObject({ type: "WELCOME" });
  expect(await enters(null)).toMatchObject({ code: "NOT_ALLOWED" });
  const admin = await strict.dial();
  admin.send({ type: "ADMIN_REVOKE", agent_id: idOf(key), admin_key: adminKey });
  expect(await strict.heard(admin)).toMatchObject([{ action: "revoke", success: true }]);
  expect(await enters(key)).toMatchObject({ code: "NOT_ALLOWED" });
});

test("a banned key stays out, after a restart too, until the ban is lifted", async () => {
  const [key, world] = [newKey(), new World()];
  {
    await using chat = await Chatting.open({ adminKey, hasGreetings: false }, world);
    const bob = await chat.enter("bob", key, ["#general"]);
    const ann = await chat.enter("ann", null, ["#general"]);
    const ban = { type: "ADMIN_BAN", agent_id: bob.id, reason: "spam", admin_key: adminKey };
    ann.send(ban);
    expect(await bob.closed).toEqual({ code: 1_000, reason: "Banned by admin" });
    expect(bob.inbox.at(-1)).toMatchObject({ type: "BANNED", reason: "spam" });
    expect(await chat.heard(ann)).toMatchObject([
      { type: "AGENT_LEFT", agent: bob.id },
      { type: "ADMIN_RESULT", action: "ban", success: true, agentId: bob.id },
    ]);
  }
  await using chat = await Chatting.open({ adminKey }, world);
  const banned = await chat.dial();
  await chat.identify(banned, "bob", key);
  expect(await banned.closed).toEqual({ code: 1_000, reason: "Banned" });
  const admin = await chat.dial();
  const unban = { type: "ADMIN_UNBAN", agent_id: idOf(key), admin_key: adminKey };
  admin.send(unban);
  admin.send(unban);
  expect(await chat.heard(admin)).toMatchObject([{ success: true }, { success: false }]);
  expect(await chat.identify(await chat.dial(), "bob", key)).toMatchObject({ type: "WELCOME" });
});

test("an agent is removed, and those in its channels learn of it", async () => {
  await using chat = await Chatting.open({ adminKey, hasGreetings: false });
  const ann = await chat.enter("ann", null, ["#general"]);
  const bob = await chat.enter("bob", null, ["#general"]);
  ann.send({ type: "ADMIN_KICK", agent_id: bob.id.slice(1), admin_key: adminKey });
  expect(await bob.closed).toEqual({ code: 1_000, reason: "Kicked by admin" });
  expect(bob.inbox).toMatchObject([{ type: "KICKED" }]);
  ann.send({ ...KICK, admin_key: adminKey });
  expect(await chat.heard(ann)).toMatchObject([
    { type: "AGENT_LEFT", agent: bob.id },
    { action: "kick", success: true },
    { code: "AGENT_NOT_FOUND" },
  ]);
});

test.each([undefined, null, "", "wrong", 5, {}, [adminKey], `${adminKey} `])(
  "the admin key %j is wrong",
  async (key) => {
    await using chat = await Chatting.open({ adminKey });
    const admin = await chat.dial();
    admin.send({ ...KICK, admin_key: key });
    expect(await chat.heard(admin)).toMatchObject([
      { code: "AUTH_REQUIRED", message: "Invalid admin key" },
    ]);
    expect(chat.logged).toMatchObject([{ event: "chat_wrong_admin_key", address: "127.0.0.1" }]);
  },
);

test("without an admin key nobody is an administrator", async () => {
  await using chat = await Chatting.open();
  const admin = await chat.dial();
  for (const key of [undefined, null, "", "null"]) admin.send({ ...KICK, admin_key: key });
  const answers = await chat.heard(admin);
  expect(answers.map(({ code }) => code)).toEqual(Array(4).fill("AUTH_REQUIRED"));
});

test("the admin key cannot be guessed quickly, from however many connections", async () => {
  await using chat = await Chatting.open({ adminKey });
  const codes: unknown[] = [];
  for (let no = 0; no < 13; no += 1) {
    const admin = await chat.dial();
    admin.send({ ...KICK, admin_key: `guess ${no}` });
    codes.push((await chat.heard(admin))[0]?.code);
  }
  expect(new Set(codes.slice(0, 10))).toEqual(new Set(["AUTH_REQUIRED"]));
  expect(codes.at(-1)).toBe("RATE_LIMITED");
  // The right one waits too, or guesses would be answered.
  const admin = await chat.dial();
  admin.send({ ...KICK, admin_key: adminKey });
  expect(await chat.heard(admin)).toMatchObject([{ code: "RATE_LIMITED" }]);
  await chat.pass(60_001);
  admin.send({ ...KICK, admin_key: adminKey });
  expect(await chat.heard(admin)).toMatchObject([{ code: "AGENT_NOT_FOUND" }]);
  expect(chat.logged.map(({ count }) => count)).toEqual([1, 10]);
});
