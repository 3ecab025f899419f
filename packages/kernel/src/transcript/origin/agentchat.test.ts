import { readFileSync } from "node:fs";
import { sampleOffer } from "@bazaar/testkit";
import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";
import { type Json, type JsonObject, parseJson } from "../../canonical/json.ts";
import { termsJson } from "../../contract/terms-json.ts";
import { nobleVerify } from "../../identity/noble-verify.ts";
import type { Party } from "../../identity/party.ts";
import { fillTerms } from "../../profiles/offer.ts";
import { originAuthor, originIdentity, originPlace, verifyOrigin } from "../origin.ts";
import { chatNonce, chatOrigin } from "./agentchat.ts";

interface Message {
  readonly act: string;
  readonly data: JsonObject;
  readonly text: string;
  readonly origin: JsonObject;
}

interface Proposal {
  readonly text: string;
  readonly terms: JsonObject;
  readonly origin: JsonObject;
}

const file = new URL("../../../../../spec/vectors/agentchat.json", import.meta.url);
const parsed = parseJson(readFileSync(file, "utf8"));
if (!parsed.ok) throw new Error("the vectors cannot be read");
const vectors = parsed.value as unknown as {
  readonly contract: string;
  readonly proposals: readonly Proposal[];
  readonly messages: readonly Message[];
};
const { contract, messages } = vectors;
const proposals = vectors.proposals.map((one) => ({ ...one, terms: completed(one.terms) }));

/** The vectors state what is signed; the market fills in the rest, and the agent's key. */
function completed({ principal, agent, nonce, document }: JsonObject): JsonObject {
  const author = { principal: principal as Party, nonce: String(nonce) };
  const proposal = { ...(document as JsonObject), agent: agent ?? null };
  const terms = fillTerms("chat/1", proposal, author, sampleOffer());
  if (!terms.ok) throw new Error(JSON.stringify(terms.refusal));
  return termsJson(terms.value);
}

function answer(origin: Json, type: string, data: JsonObject, contractId = contract): string {
  const claim = { type, data: { ...data, origin }, seq: 9, prevHash: "", contractId };
  const verified = verifyOrigin(origin, claim, nobleVerify);
  if (verified.ok) return verified.value;
  return "problem" in verified.refusal ? verified.refusal.problem : verified.refusal.code;
}

const SEED = hexToBytes("02".repeat(32));
const pubkey = bytesToHex(ed25519.getPublicKey(SEED));
const proposal_id = `prop_${contract.slice(0, 32)}`;

/** A message signed over this text. */
function signed(type: string, fields: JsonObject, text: string): JsonObject {
  const signature = bytesToHex(ed25519.sign(utf8ToBytes(text), SEED));
  return chatOrigin({ type, fields, pubkey, signature, challenge: "chal_1" });
}

test.each(messages)("vector: $text is the act $act", ({ act, data, origin }) => {
  expect(answer(origin, act, data)).toBe(`fix_${origin.pubkey}`);
  expect(originAuthor(origin)).toBe(`fix_${origin.pubkey}`);
  expect(originPlace(origin)).toBeNull();
  expect(answer(origin, act, { ...data, more: 1n })).toBe("the author signed other data");
  expect(answer(origin, act, data, "ff".repeat(32))).toBe("the message is about another proposal");
});

test.each(proposals)("vector: $text is a post", ({ terms, origin }) => {
  expect(answer(origin, "post", { terms })).toBe(terms.principal);
});

const ACTS = ["post", "accept", "decline", "verify", "fix", "dispute_filed", "bond", "constructor"];
const MAY: Readonly<Record<string, readonly string[]>> = {
  ACCEPT: ["accept"],
  REJECT: ["decline"],
  COMPLETE: ["verify", "fix"],
  DISPUTE: ["dispute_filed"],
  DISPUTE_INTENT: ["dispute_filed"],
};

test.each(messages)("$text becomes no other act than its type may", ({ origin }) => {
  const type = String(origin.type);
  for (const act of ACTS) {
    const isRefused = answer(origin, act, {}) === `a ${type} is not a ${act}`;
    expect(isRefused, act).toBe(!MAY[type]?.includes(act));
  }
});

describe("a message is refused", () => {
  const accept = messages[0]!;
  const { origin, data } = accept;
  const sent = origin.fields as JsonObject;
  const reply = { proposal_id, payment_code: "a", elo_stake: 1n };
  test.each<{ when: string; origin: JsonObject; data?: JsonObject; says: string }>([
    {
      when: "a field was changed",
      origin: { ...origin, fields: { ...sent, elo_stake: 11n } },
      data: { ...data, stake: "11" },
      says: "bad_signature",
    },
    {
      when: "only the entry was changed",
      origin,
      data: { ...data, stake: "11" },
      says: "the author signed other data",
    },
    {
      when: "a signed field was left out of the entry",
      origin,
      data: { stake: "10" },
      says: "the author signed other data",
    },
    {
      when: "it is about another proposal",
      origin: signed("ACCEPT", { proposal_id: "prop_1" }, "ACCEPT|prop_1||"),
      data: {},
      says: "the message is about another proposal",
    },
    {
      when: "it is moved to another proposal",
      origin: { ...origin, fields: { ...sent, proposal_id: `prop_${"f".repeat(32)}` } },
      says: "bad_signature",
    },
    {
      when: "it is made another's",
      origin: { ...origin, pubkey: "ab".repeat(32) },
      says: "bad_signature",
    },
    {
      when: "its type was changed",
      origin: { ...origin, type: "REJECT", fields: { proposal_id } },
      says: "bad_signature",
    },
    {
      when: "its type is unknown",
      origin: { ...origin, type: "MSG" },
      says: "a MSG is not an act",
    },
    {
      when: "it has a field that is not signed",
      origin: { ...origin, fields: { ...sent, terms: "net30" } },
      says: "terms is not signed",
    },
    {
      when: "a field could end elsewhere",
      origin: signed("ACCEPT", { ...reply, payment_code: "a|1" }, `ACCEPT|${proposal_id}|a|1|1`),
      says: "payment_code contains a |",
    },
    {
      when: "a field is a list",
      origin: signed("ACCEPT", { ...reply, payment_code: [] }, `ACCEPT|${proposal_id}||1`),
      says: "payment_code cannot be read",
    },
    {
      when: "a field has half a character",
      origin: signed(
        "ACCEPT",
        { ...reply, payment_code: "\ud83d" },
        `ACCEPT|${proposal_id}|\ufffd|1`,
      ),
      says: "payment_code cannot be read",
    },
    {
      when: "it has the number of a proposal",
      origin: { ...origin, number: 1n },
      says: "origin.number: unknown field; expected only scheme, type, fields, pubkey, signature, challenge",
    },
    {
      when: "its signature is in capitals",
      origin: { ...origin, signature: String(origin.signature).toUpperCase() },
      says: "origin.signature: expected 128 lower-case hex digits",
    },
    {
      when: "it has no challenge",
      origin: { ...origin, challenge: "" },
      says: "origin.challenge: 0 characters; expected 1 to 200",
    },
  ])("when $when", ({ origin: changed, data: said = data, says }) => {
    expect(answer(changed, "accept", said)).toBe(says);
  });
});

describe("a proposal is refused", () => {
  const { origin, terms } = proposals[0]!;
  const sent = origin.fields as JsonObject;
  const document = terms.document as JsonObject;
  const names = Object.keys(document).filter((name) => name !== "agent");
  const [, second] = proposals;
  test.each<{ when: string; origin?: JsonObject; terms?: JsonObject; says: string }>([
    ...names.map((name) => ({
      when: `its terms have another ${name}`,
      terms: { document: { ...document, [name]: "x" } },
      says: `the principal signed another ${name}`,
    })),
    ...names.map((name) => ({
      when: `its terms have no ${name}`,
      terms: { document: { ...document, [name]: null } },
      says: `the principal signed another ${name}`,
    })),
    {
      when: "its terms have words that are not signed",
      terms: { document: { ...document, terms: "net30" } },
      says: "the principal signed another terms",
    },
    {
      when: "its amount was changed in both",
      origin: { fields: { ...sent, amount: 5n } },
      terms: { document: { ...document, amount: 5n } },
      says: "bad_signature",
    },
    {
      when: "it is another's",
      terms: { principal: terms.agent! },
      says: "the principal is not the signer",
    },
    {
      when: "its agent is another",
      terms: { agent: terms.principal! },
      says: "the agent is not the recipient",
    },
    { when: "it has no agent", terms: { agent: null }, says: "the agent is not the recipient" },
    {
      when: "the recipient's key is spelled otherwise",
      origin: { recipient: String(origin.recipient).trimEnd() },
      says: "the agent is not the recipient",
    },
    {
      when: "the recipient is another",
      origin: { recipient: proposals[2]!.origin.recipient! },
      terms: { agent: proposals[2]!.terms.agent! },
      says: "the agent is not the recipient",
    },
    {
      when: "its number was changed",
      origin: { number: 8n },
      says: "the nonce is not the hash of the signature, the challenge and the number",
    },
    {
      when: "its challenge was changed",
      origin: { challenge: "chal_2" },
      says: "the nonce is not the hash of the signature, the challenge and the number",
    },
    {
      when: "it has the nonce of another",
      terms: { nonce: second!.terms.nonce! },
      says: "the nonce is not the hash of the signature, the challenge and the number",
    },
    {
      when: "its terms are not those of the document",
      terms: { work: { kind: "task", spec: { task: "write more" }, expires_seconds: 300n } },
      says: "the principal stated another task",
    },
    {
      when: "its document names another agent",
      terms: { document: { ...document, agent: terms.principal! } },
      says: "the principal stated another agent",
    },
    { when: "it has no document", terms: { document: null }, says: "the entry has no terms" },
  ])("when $when", ({ origin: change = {}, terms: changed = {}, says }) => {
    expect(answer({ ...origin, ...change }, "post", { terms: { ...terms, ...changed } })).toBe(
      says,
    );
  });

  test("as any other act, and without terms", () => {
    for (const act of ACTS.slice(1)) {
      expect(answer(origin, act, { terms })).toBe(`a PROPOSAL is not a ${act}`);
    }
    expect(answer(origin, "post", {})).toBe("the entry has no terms");
  });
});

describe("a message is the same one", () => {
  const [one, other] = [messages[1]!.origin, messages[2]!.origin];
  const post = proposals[0]!.origin;
  test("under its signature, its challenge and its proposal, however empty fields are sent", () => {
    expect(originIdentity(other)).toBe(originIdentity(one));
  });
  test.each<{ what: string; a: JsonObject; b: JsonObject }>([
    { what: "on another connection", a: one, b: { ...one, challenge: "chal_2" } },
    { what: "with another signature", a: one, b: { ...one, signature: "00".repeat(64) } },
    { what: "about another proposal", a: one, b: { ...one, fields: { proposal_id: "prop_2" } } },
    { what: "as another proposal", a: post, b: { ...post, number: 8n } },
  ])("but not $what", ({ a, b }) => {
    expect(originIdentity(a)).not.toBe(originIdentity(b));
  });
  test("and two alike proposals have two nonces", () => {
    const nonces = [1, 2].map((number) => chatNonce("00".repeat(64), "chal_1", number));
    expect(nonces[0]).not.toBe(nonces[1]);
  });
});
