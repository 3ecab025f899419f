/** Rulings that a judge signed who is not the server, in the chain and behind its entries. */
import {
  AGENT,
  deliberating,
  filed,
  JUDGE,
  RIVAL,
  rule,
  SERVER,
  type Story,
  sampleData,
  sampleTerms,
  toyVerify,
} from "@bazaar/testkit";
import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../canonical/json.ts";
import { contractId } from "../../contract/contract-id.ts";
import { opinionText, signOpinion } from "../../court/opinion.ts";
import { TIERS } from "../../court/ruling.ts";
import { nobleVerify } from "../../identity/noble-verify.ts";
import { fixParty } from "../../identity/party.ts";
import type { Signer } from "../../identity/signer.ts";
import { entryHash, signedText } from "../entry.ts";
import { verifyOrigin } from "../origin.ts";
import { signEntry } from "../sign-entry.ts";
import { type Transcript, verifyTranscript } from "../verify-transcript.ts";
import { entryOrigin } from "./entry.ts";

const seed = hexToBytes("04".repeat(32));
const parsed = fixParty(bytesToHex(ed25519.getPublicKey(seed)));
if (!parsed.ok) throw new Error("the key has a name");
const judge: Signer = {
  party: parsed.value,
  sign: (text) => bytesToHex(ed25519.sign(utf8ToBytes(text), seed)),
};

const contract = "0123456789abcdef".repeat(4);
const said: JsonObject = {
  outcome: "fulfilled",
  court: "district",
  question: 0n,
  reasoning: "caf\u00e9",
  model: { name: "none" },
};

test("the signed text is the contract and the data in canonical form", () => {
  expect(opinionText(contract, said)).toBe(
    `{"contract":"${contract}","data":{"court":"district","model":{"name":"none"},` +
      `"outcome":"fulfilled","question":0,"reasoning":"caf\\u00e9"},"type":"ruling"}`,
  );
});

test("an origin is not part of the signed text", () => {
  const signed = signOpinion(judge, contract, said);
  expect(opinionText(contract, signed)).toBe(opinionText(contract, said));
  expect(signOpinion(judge, contract, signed)).toEqual(signed);
  expect(signed.origin).toEqual({
    scheme: "opinion",
    judge: judge.party,
    signature: judge.sign(opinionText(contract, said)),
  });
});

describe("an opinion", () => {
  const signed = signOpinion(judge, contract, said);
  const origin = signed.origin as JsonObject;

  function signerOf(type: string, data: JsonObject, claimed: Json, contractId = contract): string {
    const claim = { type, data: { ...data, origin: claimed }, seq: 9, prevHash: "", contractId };
    const verified = verifyOrigin(claimed, claim, nobleVerify);
    return verified.ok ? verified.value : verified.refusal.code;
  }

  test("counts for its signer at any place in the chain", () => {
    expect(signerOf("ruling", said, origin)).toBe(judge.party);
  });

  const other = signOpinion(judge, "ff".repeat(32), said).origin as JsonObject;
  test.each<{ when: string; type?: string; data?: JsonObject; origin?: Json; code: string }>([
    { when: "the outcome was changed", data: { outcome: "canceled" }, code: "bad_signature" },
    { when: "the reasoning was changed", data: { reasoning: "cafe" }, code: "bad_signature" },
    { when: "the question was changed", data: { question: 1n }, code: "bad_signature" },
    { when: "something was added", data: { more: null }, code: "bad_signature" },
    { when: "it is of another contract", origin: other, code: "bad_signature" },
    {
      when: "it is another's",
      origin: { ...origin, judge: RIVAL.party },
      code: "bad_signature",
    },
    {
      when: "its key cannot sign",
      origin: { ...origin, judge: judge.party.replace("fix_", "nostr:") },
      code: "bad_signature",
    },
    { when: "it is made another act", type: "voided", code: "bad_origin" },
    { when: "it is made a party's act", type: "review_accept", code: "bad_origin" },
    { when: "nobody is named", origin: { ...origin, judge: null }, code: "bad_origin" },
    {
      when: "the judge is in capitals",
      origin: { ...origin, judge: judge.party.toUpperCase().replace("FIX_", "fix_") },
      code: "bad_origin",
    },
    {
      when: "the signature is in capitals",
      origin: { ...origin, signature: String(origin.signature).toUpperCase() },
      code: "bad_origin",
    },
    {
      when: "the signature is cut",
      origin: { ...origin, signature: String(origin.signature).slice(2) },
      code: "bad_origin",
    },
    {
      when: "it has no signature",
      origin: { scheme: "opinion", judge: judge.party },
      code: "bad_origin",
    },
    { when: "it carries more", origin: { ...origin, contract }, code: "bad_origin" },
  ])("does not, when $when → $code", ({ type = "ruling", data, origin: claimed, code }) => {
    expect(signerOf(type, { ...said, ...data }, claimed ?? origin)).toBe(code);
  });

  test("cannot be an entry, nor an entry an opinion", () => {
    const entry = { type: "ruling", data: said, seq: 0, prevHash: "", author: judge.party };
    const unsigned = { ...entry, timestamp: 0n };
    const texts = [signedText(unsigned), signedText(unsigned, "undated")];
    expect(texts).not.toContain(opinionText(contract, said));
    for (const text of texts) expect(text.startsWith('{"author":')).toBe(true);
  });
});

describe("in a transcript under an external judge", () => {
  const court = { kind: "tiered", judge: JUDGE.party, tiers: TIERS } as const;
  const id = contractId(sampleTerms({ court }));
  const ruling = (told: Story, changes: JsonObject = {}): JsonObject => {
    return { ...sampleData("ruling", told.state), ...changes };
  };
  const opinion = (told: Story, by: Signer = JUDGE, contract: string = id): JsonObject =>
    signOpinion(by, contract, ruling(told));

  /** The transcript with one more entry that nobody has decided, well signed. */
  function withEntry(told: Story, by: Signer, data: JsonObject, type = "ruling"): Transcript {
    const { entries, receivedAt } = told.transcript();
    const head = { head: entryHash(entries.at(-1)!), seq: entries.length };
    const entry = signEntry(by, head, { type, data }, told.nowMs);
    return { id, entries: [...entries, entry], receivedAt: [...receivedAt, told.nowMs] };
  }

  function found(transcript: Transcript): string {
    const verified = verifyTranscript(transcript, toyVerify);
    if (verified.ok) return verified.value.phase;
    const { refusal } = verified;
    return refusal.code === "broken_chain"
      ? (refusal.refusal?.code ?? refusal.problem)
      : refusal.code;
  }

  const told = deliberating({ court });
  const reasons = { reasoning: "other words" };
  test.each<{ what: string; by: Signer; data: JsonObject; is: string }>([
    { what: "the judge's own entry", by: JUDGE, data: ruling(told), is: "ruled" },
    { what: "the judge's opinion", by: SERVER, data: opinion(told), is: "ruled" },
    { what: "the server's word", by: SERVER, data: ruling(told), is: "not_a_party" },
    { what: "a party's entry", by: AGENT, data: ruling(told), is: "not_a_party" },
    { what: "another judge's entry", by: RIVAL, data: ruling(told), is: "not_a_party" },
    {
      what: "another judge's opinion",
      by: SERVER,
      data: opinion(told, RIVAL),
      is: "not_a_party",
    },
    { what: "the server's opinion", by: SERVER, data: opinion(told, SERVER), is: "not_a_party" },
    {
      what: "an opinion in other words",
      by: SERVER,
      data: { ...opinion(told), ...reasons },
      is: "bad_signature",
    },
    {
      what: "an opinion on another contract",
      by: SERVER,
      data: opinion(told, JUDGE, contract),
      is: "bad_signature",
    },
    {
      what: "an opinion that a party put into its own entry",
      by: AGENT,
      data: opinion(told),
      is: "not_a_party",
    },
  ])("$what: $is", ({ by, data, is }) => {
    expect(found(withEntry(told, by, data))).toBe(is);
  });

  test("talk may come between the opinion and its entry", () => {
    const thinking = deliberating({ court });
    const data = opinion(thinking);
    thinking.act(AGENT, "message").act(AGENT, "message");
    expect(found(withEntry(thinking, SERVER, data))).toBe("ruled");
  });

  test("the judge's undated entry counts as any party's does", () => {
    const { entries } = told.transcript();
    const place = { seq: entries.length, prevHash: entryHash(entries.at(-1)!) };
    const unsigned = { type: "ruling", data: ruling(told), author: JUDGE.party, timestamp: 1n };
    const signature = JUDGE.sign(signedText({ ...unsigned, ...place }, "undated"));
    const origin = entryOrigin({ ...unsigned, ...place, signature });
    expect(found(withEntry(told, SERVER, { ...ruling(told), origin }))).toBe("ruled");
  });

  test("an opinion answers its question only, and is the origin of one entry", () => {
    const first = opinion(told);
    const appealed = rule(deliberating({ court }), "fulfilled");
    expect(found(withEntry(appealed, SERVER, first))).toBe("wrong_phase");
    const halted = filed({ court }).act(AGENT, "dispute_response");
    const twice = withEntry(halted, SERVER, first);
    const head = { head: entryHash(twice.entries.at(-1)!), seq: twice.entries.length };
    const again = signEntry(SERVER, head, { type: "ruling", data: first }, told.nowMs);
    const entries = [...twice.entries, again];
    const receivedAt = [...twice.receivedAt, told.nowMs];
    expect(found({ id, entries, receivedAt })).toBe("its origin was used before");
  });

  test("an opinion cannot make the server's `voided`", () => {
    const data = signOpinion(JUDGE, id, { reason: "refused", question: 0n });
    expect(found(withEntry(told, SERVER, data, "voided"))).toBe("bad_origin");
  });

  test("in its own court the server may sign an opinion too: it is the judge's key", () => {
    const own = deliberating();
    const { id: ownId } = own.transcript();
    const data = signOpinion(SERVER, ownId, ruling(own));
    expect(found({ ...withEntry(own, SERVER, data), id: ownId })).toBe("ruled");
    const foreign = signOpinion(JUDGE, ownId, ruling(own));
    expect(found({ ...withEntry(own, SERVER, foreign), id: ownId })).toBe("not_a_party");
  });
});
