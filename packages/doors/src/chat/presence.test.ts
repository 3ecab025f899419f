/** What agents show of themselves: whether they are there, their names, that they are typing. */
import { expect, test } from "vitest";
import { Chatting } from "./test/chatting.ts";

const BOTH = ["#general", "#help"];

test("a change of presence is told once to each who shares a channel, and kept", async () => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", null, BOTH);
  const bob = await chat.enter("bob", null, BOTH);
  const cid = await chat.enter("cid", null, ["#love"]);
  ann.send({ type: "SET_PRESENCE", status: "away", status_text: "lunch" });
  expect(await chat.heard(bob)).toMatchObject([
    { type: "PRESENCE_CHANGED", agent_id: ann.id, presence: "away", status_text: "lunch" },
  ]);
  expect([await chat.heard(ann), await chat.heard(cid)]).toEqual([[], []]);
  ann.send({ type: "SET_PRESENCE", status: "online" });
  bob.send({ type: "LIST_AGENTS", channel: "#help" });
  expect((await chat.heard(bob)).at(-1)).toMatchObject({
    type: "AGENTS",
    list: [
      { id: ann.id, presence: "online", status_text: null, verified: false },
      { id: bob.id, presence: "online" },
    ],
  });
});

test.each([
  { status: "zzz", message: /Must be one of: online, away, busy, offline, listening/ },
  { status: undefined, message: /Must be one of/ },
  { status: "busy", status_text: "x".repeat(101), message: /too long \(max 100 chars\)/ },
  { status: "busy", status_text: 5, message: /Invalid status_text/ },
])("presence $status with $status_text is refused", async ({ message, ...fields }) => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann");
  ann.send({ type: "SET_PRESENCE", ...fields });
  expect(await chat.heard(ann)).toMatchObject([
    { code: "INVALID_MSG", message: expect.stringMatching(message) },
  ]);
});

test("a new nick is told once to each, and shown from then on; once in 30 seconds", async () => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", null, BOTH);
  const bob = await chat.enter("bob", null, BOTH);
  const rename = async (nick: unknown) => {
    ann.send({ type: "SET_NICK", nick });
    return (await chat.heard(ann))[0];
  };
  const changed = { type: "NICK_CHANGED", agent_id: ann.id, old_nick: "ann", new_nick: "anna" };
  expect(await rename("anna")).toMatchObject(changed);
  expect(await chat.heard(bob)).toMatchObject([changed]);
  await chat.pass(10_500);
  expect(await rename("ann")).toMatchObject({
    code: "RATE_LIMITED",
    message: "Nick change rate limited. Try again in 20s",
  });
  await chat.pass(19_500);
  expect(await rename("Admin")).toMatchObject({
    code: "INVALID_NAME",
    message: 'Nick "Admin" is reserved',
  });
  expect(await rename("a".repeat(25))).toMatchObject({ code: "INVALID_MSG" });
  expect(await rename("ann")).toMatchObject({ old_nick: "anna", new_nick: "ann" });
});

test("typing is told to the other members, and only by a member", async () => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", null, ["#general"]);
  const bob = await chat.enter("bob", null, ["#general"]);
  const [cid, silent] = [await chat.enter("cid"), await chat.dial()];
  for (const talker of [ann, cid, silent]) talker.send({ type: "TYPING", channel: "#general" });
  expect(await chat.heard(bob)).toMatchObject([
    { type: "TYPING", from: ann.id, from_name: "ann", channel: "#general" },
  ]);
  for (const talker of [ann, cid, silent]) expect(await chat.heard(talker)).toEqual([]);
});
