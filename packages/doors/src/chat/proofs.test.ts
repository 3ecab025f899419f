/** An agent asks another to prove its key. */
import { expect, test } from "vitest";
import { Chatting, newKey, signed, verifyMessage } from "./test/chatting.ts";

const NONCE = "0123456789abcdef";

async function asked(chat: Chatting) {
  const key = newKey();
  const [ann, bob] = [await chat.enter("ann"), await chat.enter("bob", key)];
  ann.send({ type: "VERIFY_REQUEST", target: bob.id, nonce: NONCE });
  const [request = {}] = await chat.heard(bob);
  const [pending] = await chat.heard(ann);
  const { request_id } = request;
  expect(request).toMatchObject({ type: "VERIFY_REQUEST", from: ann.id, nonce: NONCE });
  expect(pending).toMatchObject({ request_id, target: bob.id, status: "pending" });
  const response = { type: "VERIFY_RESPONSE", request_id, nonce: NONCE, sig: signed(key, NONCE) };
  return { ann, bob, key, request_id, response };
}

test("both learn that the key was proven, and a request is answered once", async () => {
  await using chat = await Chatting.open();
  const { ann, bob, key, request_id, response } = await asked(chat);
  bob.send(response);
  bob.send(response);
  expect(await chat.heard(ann)).toMatchObject([
    { type: "VERIFY_SUCCESS", request_id, agent: bob.id, pubkey: key.publicPem },
  ]);
  expect(await chat.heard(bob)).toMatchObject([
    { type: "VERIFY_SUCCESS", request_id, verified: true },
    { type: "ERROR", code: "VERIFICATION_EXPIRED" },
  ]);
  await chat.pass(30_000);
  expect(await chat.heard(ann)).toEqual([]);
});

test.each([
  { what: "by another key", change: () => ({ sig: signed(newKey(), NONCE) }) },
  { what: "over another nonce", change: () => ({ nonce: `${NONCE}0` }) },
])("both learn that the answer is signed $what", async ({ change }) => {
  await using chat = await Chatting.open();
  const { ann, bob, response } = await asked(chat);
  bob.send({ ...response, ...change() });
  const reason = "Signature verification failed";
  expect(await chat.heard(ann)).toMatchObject([{ type: "VERIFY_FAILED", target: bob.id, reason }]);
  expect(await chat.heard(bob)).toMatchObject([{ type: "VERIFY_FAILED", verified: false }]);
});

test("nobody else can answer", async () => {
  await using chat = await Chatting.open();
  const { ann, response } = await asked(chat);
  const eve = await chat.enter("eve", newKey());
  eve.send(response);
  expect(await chat.heard(eve)).toMatchObject([{ code: "VERIFICATION_EXPIRED" }]);
  ann.send(response);
  expect(await chat.heard(ann)).toMatchObject([{ code: "SIGNATURE_REQUIRED" }]);
});

test("who asked learns that there was no answer in time", async () => {
  await using chat = await Chatting.open();
  const { ann, bob, request_id, response } = await asked(chat);
  await chat.pass(30_000);
  expect(await chat.heard(ann)).toMatchObject([
    { type: "VERIFY_FAILED", request_id, reason: "Verification timed out" },
  ]);
  bob.send(response);
  expect(await chat.heard(bob)).toMatchObject([{ code: "VERIFICATION_EXPIRED" }]);
});

test("an agent cannot be made to sign what would let another in as itself", async () => {
  await using chat = await Chatting.open();
  const key = newKey();
  const bob = await chat.enter("bob", key);
  const thief = await chat.dial();
  thief.send({ type: "IDENTIFY", name: "bob", pubkey: key.publicPem });
  const [challenge = {}] = await chat.heard(thief);
  const { timestamp } = verifyMessage(key, challenge);
  const nonce = `AGENTCHAT_AUTH|${challenge.nonce}|${challenge.challenge_id}|${timestamp}`;
  expect(nonce.length).toBeLessThanOrEqual(128);
  const eve = await chat.enter("eve");
  eve.send({ type: "VERIFY_REQUEST", target: bob.id, nonce });
  expect(await chat.heard(eve)).toMatchObject([{ code: "INVALID_MSG" }]);
  expect(await chat.heard(bob)).toEqual([]);
});
