import { readFileSync } from "node:fs";
import { SERVER, START_MS, sampleTerms, toyVerify } from "@bazaar/testkit";
import { schnorr } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";
import { chainJson } from "../../canonical/chain-json.ts";
import { type Json, type JsonObject, parseJson } from "../../canonical/json.ts";
import { contractId } from "../../contract/contract-id.ts";
import { termsJson } from "../../contract/terms-json.ts";
import { nobleVerify } from "../../identity/noble-verify.ts";
import { parseParty } from "../../identity/party.ts";
import type { Verify } from "../../identity/verify.ts";
import { EMPTY_CHAIN } from "../chain.ts";
import { entryHash } from "../entry.ts";
import { originAuthor, originIdentity, originPlace, verifyOrigin } from "../origin.ts";
import { signEntry } from "../sign-entry.ts";
import { verifyTranscript } from "../verify-transcript.ts";
import { NOSTR_ACT_KIND, type NostrEvent, nostrOrigin } from "./nostr.ts";

interface Vector {
  readonly act: string;
  readonly data: JsonObject;
  readonly event: JsonObject;
}

const file = new URL("../../../../../spec/vectors/nostr.json", import.meta.url);
const parsed = parseJson(readFileSync(file, "utf8"));
if (!parsed.ok) throw new Error("the vectors cannot be read");
const { contract, events } = parsed.value as unknown as { contract: string; events: Vector[] };

const SEED = hexToBytes("02".repeat(32));
const OTHER_SEED = hexToBytes("03".repeat(32));

/** An event signed again, after the change. */
function signed(change: Partial<NostrEvent> = {}, seed = SEED): NostrEvent {
  const event = {
    pubkey: bytesToHex(schnorr.getPublicKey(seed)),
    createdAtSeconds: 1_700_000_000,
    kind: NOSTR_ACT_KIND,
    tags: [
      ["contract", contract],
      ["act", "message"],
    ],
    content: '{"message":"hi"}',
    ...change,
  };
  const { pubkey, createdAtSeconds, kind, tags, content } = event;
  const text = JSON.stringify([0, pubkey, createdAtSeconds, kind, tags, content]);
  const id = sha256(utf8ToBytes(text));
  return { ...event, id: bytesToHex(id), signature: bytesToHex(schnorr.sign(id, seed)), ...change };
}

function answer(origin: Json, type = "message", data: JsonObject = { message: "hi" }): string {
  const claim = { type, data: { ...data, origin }, seq: 9, prevHash: "", contractId: contract };
  const verified = verifyOrigin(origin, claim, nobleVerify);
  if (verified.ok) return verified.value;
  return "problem" in verified.refusal ? verified.refusal.problem : verified.refusal.code;
}

const author = `nostr:${signed().pubkey}`;

test.each(events)("vector: a signed $act is its author's act", ({ act, data, event }) => {
  const origin = { scheme: "nostr", event };
  expect(answer(origin, act, data)).toBe(`nostr:${event.pubkey}`);
  expect(answer(origin, act, { ...data, more: 1n })).toBe("the author signed other data");
});

test("an event is its author's act at any place in the chain", () => {
  expect(answer(nostrOrigin(signed()))).toBe(author);
  expect(originAuthor(nostrOrigin(signed()))).toBe(author);
  expect(originPlace(nostrOrigin(signed()))).toBeNull();
});

const good = signed();
const act = ["act", "message"];
const other = signed({}, OTHER_SEED);

describe("an event is refused", () => {
  test.each<{ when: string; event: NostrEvent; says: string }>([
    {
      when: "its content was changed",
      event: { ...good, content: '{"message":"ho"}' },
      says: "the id is not the hash of the event",
    },
    {
      when: "its time was changed",
      event: { ...good, createdAtSeconds: 1 },
      says: "the id is not the hash of the event",
    },
    {
      when: "its tags were changed",
      event: { ...good, tags: [...good.tags, ["p", "x"]] },
      says: "the id is not the hash of the event",
    },
    {
      when: "it is made another's",
      event: { ...good, pubkey: other.pubkey },
      says: "the id is not the hash of the event",
    },
    {
      when: "another signed it",
      event: { ...good, signature: other.signature },
      says: "bad_signature",
    },
    {
      when: "its content was changed with its id",
      event: { ...signed({ content: "{}" }), signature: good.signature },
      says: "bad_signature",
    },
    { when: "it is a note", event: signed({ kind: 1 }), says: "an act is an event of kind 3417" },
    {
      when: "it is for another contract",
      event: signed({ tags: [["contract", "ff".repeat(32)], act] }),
      says: "the event is for another contract",
    },
    {
      when: "it names the contract by its short id",
      event: signed({ tags: [["contract", contract.slice(0, 32)], act] }),
      says: "the event is for another contract",
    },
    {
      when: "it is for no contract",
      event: signed({ tags: [act] }),
      says: "the event is for another contract",
    },
    {
      when: "it is for two contracts",
      event: signed({ tags: [["contract", contract], ["contract", "ff".repeat(32)], act] }),
      says: "the event is for another contract",
    },
    {
      when: "it is another act",
      event: signed({
        tags: [
          ["contract", contract],
          ["act", "ask"],
        ],
      }),
      says: "the event is not tagged as one message",
    },
    {
      when: "it is two acts",
      event: signed({ tags: [["contract", contract], act, ["act", "ask"]] }),
      says: "the event is not tagged as one message",
    },
    {
      when: "its content is not JSON",
      event: signed({ content: "hi" }),
      says: "the content is not JSON",
    },
    {
      when: "its content says a field twice",
      event: signed({ content: '{"message":"ho","message":"hi"}' }),
      says: "the content is not JSON",
    },
    {
      when: "its content says more",
      event: signed({ content: '{"message":"hi","more":1}' }),
      says: "the author signed other data",
    },
    {
      when: "its content says less",
      event: signed({ content: "{}" }),
      says: "the author signed other data",
    },
    {
      when: "it has a control character",
      event: signed({ tags: [...good.tags, ["x", "\u0001"]] }),
      says: "the event has characters that clients write in different ways",
    },
    {
      when: "it has half a character",
      event: signed({ tags: [...good.tags, ["x", "\ud83d"]] }),
      says: "the event has characters that clients write in different ways",
    },
  ])("when $when", ({ event, says }) => {
    expect(answer(nostrOrigin(event))).toBe(says);
  });

  const whole = nostrOrigin(good).event as JsonObject;
  test.each<{ when: string; origin: JsonObject; field: string }>([
    { when: "there is none", origin: {}, field: "origin.event" },
    { when: "the origin has more", origin: { event: whole, more: 1n }, field: "origin.more" },
    { when: "it has more", origin: { event: { ...whole, more: 1n } }, field: "origin.event.more" },
    {
      when: "its signature is in capitals",
      origin: { event: { ...whole, sig: good.signature.toUpperCase() } },
      field: "origin.event.sig",
    },
    {
      when: "its key is cut",
      origin: { event: { ...whole, pubkey: "ab" } },
      field: "origin.event.pubkey",
    },
    {
      when: "a tag is not text",
      origin: { event: { ...whole, tags: [[1n]] } },
      field: "origin.event.tags[0][0]",
    },
    {
      when: "it has too many tags",
      origin: { event: { ...whole, tags: Array.from({ length: 101 }, () => []) } },
      field: "origin.event.tags",
    },
    {
      when: "its time is text",
      origin: { event: { ...whole, created_at: "1" } },
      field: "origin.event.created_at",
    },
  ])("when $when: $field", ({ origin, field }) => {
    expect(answer({ scheme: "nostr", ...origin })).toContain(field);
  });
});

test("an event is identified by its id, however often it is signed", () => {
  const [id, again] = [good.id, { ...good, signature: other.signature }];
  expect(originIdentity(nostrOrigin(good))).toBe(chainJson(["nostr", id]));
  expect(originIdentity(nostrOrigin(again))).toBe(originIdentity(nostrOrigin(good)));
  expect(originIdentity(nostrOrigin(other))).not.toBe(originIdentity(nostrOrigin(good)));
});

describe("in a transcript", () => {
  const principal = parseParty(author);
  if (!principal.ok) throw new Error(author);
  const terms = sampleTerms({ principal: principal.value });
  const id = contractId(terms);
  const post = signed({ tags: [["act", "post"]], content: chainJson({ terms: termsJson(terms) }) });
  /** The server's own entries are signed with toy keys. */
  const verify: Verify = (party, text, signature) =>
    (party.startsWith("nostr:") ? nobleVerify : toyVerify)(party, text, signature);

  function transcript(cancel: NostrEvent, times = 1) {
    const first = signEntry(
      SERVER,
      EMPTY_CHAIN,
      { type: "post", data: { terms: termsJson(terms), origin: nostrOrigin(post) } },
      START_MS,
    );
    const entries = [first];
    for (let at = 1; at <= times; at += 1) {
      const head = { head: entryHash(entries.at(-1)!), seq: at };
      const said = { type: "cancel", data: { origin: nostrOrigin(cancel) } };
      entries.push(signEntry(SERVER, head, said, START_MS));
    }
    return { id, entries, receivedAt: entries.map(() => START_MS) };
  }

  const tagged = (contract: string) =>
    signed({
      tags: [
        ["contract", contract],
        ["act", "cancel"],
      ],
      content: "{}",
    });

  test("a principal with a Nostr key posts and cancels a contract", () => {
    const verified = verifyTranscript(transcript(tagged(id)), verify);
    expect(verified).toMatchObject({ ok: true, value: { phase: "canceled" } });
  });

  test("an event for another contract is refused", () => {
    const verified = verifyTranscript(transcript(tagged("ff".repeat(32))), verify);
    expect(verified).toMatchObject({
      refusal: { code: "broken_chain", seq: 1, refusal: { code: "bad_origin" } },
    });
  });

  test("one event is the origin of one entry", () => {
    const verified = verifyTranscript(transcript(tagged(id), 2), verify);
    expect(verified).toMatchObject({
      refusal: { code: "broken_chain", seq: 2, problem: "its origin was used before" },
    });
  });
});
