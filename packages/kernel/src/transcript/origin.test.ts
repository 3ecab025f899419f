import { AGENT, JUDGE, RIVAL, SERVER, sampleOffer, samplePot, units } from "@bazaar/testkit";
import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";
import { sha256Hex } from "../canonical/hash.ts";
import { type Json, type JsonObject, parseJson } from "../canonical/json.ts";
import { PARTY_ACTS } from "../contract/act-rules.ts";
import type { Terms } from "../contract/terms.ts";
import { termsJson } from "../contract/terms-json.ts";
import { panelTerms } from "../court/panel/panel.ts";
import { nobleVerify } from "../identity/noble-verify.ts";
import { fixParty } from "../identity/party.ts";
import { signedRequestTexts } from "../identity/request.ts";
import { CREDIT } from "../money/asset.ts";
import { fillTerms } from "../profiles/offer.ts";
import { potOf } from "../settlement/due.ts";
import type { SymmetricBondPot } from "../settlement/pot.ts";
import { type Entry, signedText } from "./entry.ts";
import { entryOrigin } from "./origin/entry.ts";
import { requestOrigin } from "./origin/request.ts";
import { requestFor } from "./origin/request-words.ts";
import { originIdentity, verifyOrigin } from "./origin.ts";

const seed = hexToBytes("02".repeat(32));
const pubkey = bytesToHex(ed25519.getPublicKey(seed));
const parsed = fixParty(pubkey);
if (!parsed.ok) throw new Error(pubkey);
const agent = parsed.value;
const sign = (text: string) => bytesToHex(ed25519.sign(utf8ToBytes(text), seed));

const contractId = "0123456789abcdef".repeat(4);
const place = { seq: 3, prevHash: "ab".repeat(32), contractId };

function signedEntry(change: Partial<Entry> = {}, form: "dated" | "undated" = "undated"): Entry {
  const unsigned = {
    type: "accept",
    data: { agent_pubkey: agent },
    seq: place.seq,
    author: agent,
    prevHash: place.prevHash,
    timestamp: 1_708_531_200n,
    ...change,
  };
  return { ...unsigned, signature: sign(signedText(unsigned, form)) };
}

describe("an older client's entry", () => {
  const claim = { type: "accept", data: { agent_pubkey: agent, origin: "itself" }, ...place };

  test("counts as its author's act if it agrees in content and place", () => {
    const origin = entryOrigin(signedEntry());
    expect(verifyOrigin(origin, claim, nobleVerify)).toEqual({ ok: true, value: agent });
  });

  test("may have its timestamp changed by the server, which it never covered", () => {
    const origin = entryOrigin({ ...signedEntry(), timestamp: 5n });
    expect(verifyOrigin(origin, claim, nobleVerify).ok).toBe(true);
  });

  const good = signedEntry();
  test.each([
    { when: "it was another act", entry: signedEntry({ type: "bond" }), code: "bad_origin" },
    { when: "the data differs", entry: signedEntry({ data: {} }), code: "bad_origin" },
    { when: "it was for another place", entry: signedEntry({ seq: 4 }), code: "bad_origin" },
    {
      when: "it was for another chain",
      entry: signedEntry({ prevHash: "cd".repeat(32) }),
      code: "bad_origin",
    },
    { when: "it was signed with its date", entry: signedEntry({}, "dated"), code: "bad_signature" },
    {
      when: "the signature is not its author's",
      entry: { ...good, signature: "00".repeat(64) },
      code: "bad_signature",
    },
    {
      when: "the author's name is malformed",
      entry: { ...good, author: "ada" as Entry["author"] },
      code: "malformed_entry",
    },
  ])("does not, when $when → $code", ({ entry, code }) => {
    const refused = verifyOrigin(entryOrigin(entry), claim, nobleVerify);
    expect(refused).toMatchObject({ ok: false, refusal: { code } });
  });

  test("may have no other field", () => {
    const origin = { ...entryOrigin(good), more: 1n };
    expect(verifyOrigin(origin, claim, nobleVerify)).toMatchObject({
      refusal: { code: "bad_origin", problem: expect.stringContaining("origin.more") },
    });
  });
});

interface Sent {
  readonly path: string;
  readonly body: string;
  readonly method?: string;
}

function sent({ path, body, method = "POST" }: Sent, form: 0 | 1 = 1): JsonObject {
  const request = { method, path, body, timestampSeconds: 1_708_531_200 };
  const signature = sign(signedRequestTexts(request)[form]);
  return requestOrigin({ ...request, signature, pubkey });
}

function refusalOf(origin: Json, type: string, data: JsonObject): unknown {
  const claim = { type, data: { ...data, origin }, ...place };
  const result = verifyOrigin(origin, claim, nobleVerify);
  if (result.ok) return result.value === agent ? "accepted" : "another signer";
  return "problem" in result.refusal ? result.refusal.problem : result.refusal.code;
}

const short = `/contracts/${contractId.slice(0, 32)}`;
const long = `/contracts/${contractId}`;
const me = { agent_pubkey: agent };

describe("a signed request", () => {
  const ownWords = PARTY_ACTS.filter((act) => act !== "post" && requestFor(act).word === act);
  test.each(ownWords)("to the word %s asks for that act", (act) => {
    const body = JSON.stringify(me);
    expect(refusalOf(sent({ path: `${short}/${act}`, body }), act, me)).toBe("accepted");
    expect(refusalOf(sent({ path: `${long}/${act}`, body }, 0), act, me)).toBe("accepted");
    const other = act === "bond" ? "accept" : "bond";
    expect(refusalOf(sent({ path: `${short}/${act}`, body }), other, me)).toBe(
      `this request to /${act} does not ask for ${other}`,
    );
  });

  test.each([
    { word: "back-out", body: {}, act: "back_out" },
    { word: "review", body: { action: "accept" }, act: "review_accept" },
    { word: "review", body: { action: "reject" }, act: "review_reject" },
    { word: "review", body: { action: "dispute" }, act: "dispute_filed" },
    { word: "dispute", body: {}, act: "dispute_filed" },
    { word: "dispute", body: {}, act: "appeal" },
    { word: "respond", body: {}, act: "dispute_response" },
    { word: "chat", body: { msg_type: "ask" }, act: "ask" },
    { word: "chat", body: { msg_type: "answer" }, act: "answer" },
    { word: "chat", body: { msg_type: "message" }, act: "message" },
    { word: "chat", body: {}, act: "message" },
    { word: "accounts", body: {}, act: "set_account" },
  ])("to $word with $body asks for $act", ({ word, body, act }) => {
    const origin = sent({ path: `${short}/${word}`, body: JSON.stringify(body) });
    expect(refusalOf(origin, act, {})).toBe("accepted");
  });

  test.each([
    { word: "review", body: { action: "dispute" }, act: "review_accept" },
    { word: "review", body: {}, act: "review_accept" },
    { word: "review", body: { action: "accept" }, act: "" },
    { word: "chat", body: { msg_type: "ask" }, act: "message" },
    { word: "chat", body: { msg_type: "bond" }, act: "bond" },
    { word: "dispute", body: {}, act: "dispute_response" },
    { word: "respond", body: {}, act: "dispute_filed" },
    { word: "void", body: {}, act: "void" },
    { word: "settled", body: {}, act: "settled" },
    { word: "review_accept", body: {}, act: "review_accept" },
    { word: "constructor", body: {}, act: "constructor" },
  ])("to $word with $body does not ask for '$act'", ({ word, body, act }) => {
    const origin = sent({ path: `${short}/${word}`, body: JSON.stringify(body) });
    expect(refusalOf(origin, act, {})).toBe(`this request to /${word} does not ask for ${act}`);
  });

  const fix = { fix: "make", price: "1", n: 1, agent_pubkey: agent };
  test.each<{ when: string; data: JsonObject; answer: string }>([
    { when: "all of it is there", data: { fix: "make", price: "1" }, answer: "accepted" },
    { when: "more is", data: { fix: "make", price: "1", n: 1n }, answer: "accepted" },
    {
      when: "its side is named",
      data: { fix: "make", price: "1", from: "agent" },
      answer: "accepted",
    },
    { when: "the price is left out", data: { fix: "make" }, answer: "the signer also sent price" },
    { when: "nothing is claimed", data: {}, answer: "the signer also sent fix" },
    { when: "the text differs", data: { fix: "rm" }, answer: "the signer did not send this fix" },
    { when: "a number is text", data: { n: "1" }, answer: "the signer did not send this n" },
    { when: "a field is added", data: { m: null }, answer: "the signer did not send this m" },
    {
      when: "it is inherited",
      data: { valueOf: 1n },
      answer: "the signer did not send this valueOf",
    },
    {
      when: "the other side is named",
      data: { from: "principal" },
      answer: "the signer did not send this from",
    },
    { when: "no side is named", data: { from: "x" }, answer: "the signer did not send this from" },
  ])("holds what the entry says: when $when → $answer", ({ data, answer }) => {
    const origin = sent({ path: `${short}/fix`, body: JSON.stringify(fix) });
    expect(refusalOf(origin, "fix", data)).toBe(answer);
  });

  test.each([
    { body: { account: "nano_1" }, answer: "accepted" },
    { body: { agent_account: "nano_1" }, answer: "accepted" },
    { body: { principal_account: "nano_1", agent_account: null }, answer: "accepted" },
    { body: { agent_account: "nano_2" }, answer: "the signer did not send this account" },
    {
      body: { principal_account: "nano_1", agent_account: "nano_1" },
      answer: "the signer did not send this account",
    },
    { body: { account: null, agent_account: "nano_1" }, answer: "accepted" },
    { body: { account: "nano_1", agent_account: "nano_2" }, answer: "accepted" },
    {
      body: { account: "nano_2", agent_account: "nano_1" },
      answer: "the signer did not send this account",
    },
    {
      body: { account: "", principal_account: "nano_1" },
      answer: "the signer did not send this account",
    },
    { body: {}, answer: "the signer did not send this account" },
  ])("gives one account under one name: $body → $answer", ({ body, answer }) => {
    const origin = sent({ path: `${short}/accounts`, body: JSON.stringify(body) });
    expect(refusalOf(origin, "set_account", { account: "nano_1" })).toBe(answer);
  });

  test.each([
    { word: "accept", type: "accept", body: { price: "1" }, data: {}, left: "price" },
    { word: "fix", type: "fix", body: fix, data: { fix: "make" }, left: "price" },
    {
      word: "fix",
      type: "fix",
      body: { fix: "", explanation: "" },
      data: { fix: "" },
      left: "explanation",
    },
    {
      word: "verify",
      type: "verify",
      body: { success: false },
      data: {},
      left: "success",
    },
    {
      word: "verify",
      type: "verify",
      body: { success: true, evidence: {} },
      data: { success: true },
      left: "evidence",
    },
    {
      word: "appeal",
      type: "appeal",
      body: { argument: "see", evidence: {} },
      data: { argument: "see" },
      left: "evidence",
    },
    { word: "halt", type: "halt", body: { reason: "stop" }, data: {}, left: "reason" },
    { word: "chat", type: "message", body: { message: "" }, data: {}, left: "message" },
  ])("may not be shortened: $type without $left", ({ word, type, body, data, left }) => {
    const origin = sent({ path: `${short}/${word}`, body: JSON.stringify(body) });
    expect(refusalOf(origin, type, data)).toBe(`the signer also sent ${left}`);
  });

  test("a null that was sent may be left out, and what no act reads may too", () => {
    const body = JSON.stringify({ price: null, reason: "why not", agent_pubkey: agent });
    expect(refusalOf(sent({ path: `${short}/accept`, body }), "accept", {})).toBe("accepted");
  });

  test("with a lone surrogate shares its signature with another, so neither spelling counts", () => {
    const body = '{"message":"\ufffd"}';
    const origin = sent({ path: `${short}/chat`, body });
    expect(refusalOf(origin, "message", { message: "\ufffd" })).toBe("accepted");
    const forged = { ...origin, body: '{"message":"\ud800"}' };
    expect(refusalOf(forged, "message", { message: "\ud800" })).toBe(
      "the path and the body must be well-formed text",
    );
  });

  test("names a side in a chat message or by whose key is whose", () => {
    const chat = { message: "hi", from_side: "principal", msg_type: "message" };
    const origin = sent({ path: `${short}/chat`, body: JSON.stringify(chat) });
    expect(refusalOf(origin, "message", { message: "hi", from: "principal" })).toBe("accepted");
    const stranger = {
      argument: "no",
      principal_pubkey: `fix_${"0".repeat(64)}`,
      action: "dispute",
    };
    const review = sent({ path: `${short}/review`, body: JSON.stringify(stranger) });
    expect(refusalOf(review, "dispute_filed", { argument: "no", side: "principal" })).toBe(
      "the signer did not send this side",
    );
  });

  test.each([
    { path: `${short.slice(0, -1)}e/bond`, answer: "the request is for another contract" },
    // Shorter names were found twice: sixteen digits are no contract's.
    { path: `${long.slice(0, -48)}/bond`, answer: "the request is for another contract" },
    { path: `${short.slice(0, -1)}/bond`, answer: "the request is for another contract" },
    { path: `${short}0/bond`, answer: "the request is for another contract" },
    { path: `${short.toUpperCase()}/bond`, answer: "the request is for another contract" },
    { path: `${long.slice(0, -1)}/bond`, answer: "the request is for another contract" },
    { path: `${long.slice(0, -1)}0/bond`, answer: "the request is for another contract" },
    { path: `${short}/bond/`, answer: "the request is for another contract" },
    { path: `${short}/bond?x`, answer: "the request is for another contract" },
    { path: `/v2${short}/bond`, answer: "the request is for another contract" },
    { path: "/contracts", answer: "the request is for another contract" },
    { path: `${short}/bond`, method: "GET", answer: "only a POST can be an act" },
    { path: `${short}/bond`, body: "[]", answer: "the body must be an object" },
    {
      path: `${short}/bond`,
      body: "{",
      answer: "the body is not JSON: expected a key in double quotes at 1",
    },
  ])("to $path is refused: $answer", ({ path, method = "POST", body = "{}", answer }) => {
    expect(refusalOf(sent({ path, body, method }), "bond", {})).toBe(answer);
  });

  test("counts only with its signature, in one spelling, and with nothing beside it", () => {
    const origin = sent({ path: `${short}/bond`, body: "{}" });
    expect(refusalOf(origin, "bond", {})).toBe("accepted");
    expect(refusalOf({ ...origin, body: "{ }" }, "bond", {})).toBe("bad_signature");
    expect(refusalOf({ ...origin, timestamp: 1n }, "bond", {})).toBe("bad_signature");
    const shouted = String(origin.signature).toUpperCase();
    expect(refusalOf({ ...origin, signature: shouted }, "bond", {})).toBe(
      "origin.signature: expected 128 lower-case hex digits",
    );
    expect(refusalOf({ ...origin, more: null }, "bond", {})).toContain(
      "origin.more: unknown field",
    );
    expect(refusalOf({ ...origin, timestamp: "1708531200" }, "bond", {})).toBe(
      "origin.timestamp: expected an integer, got text",
    );
  });
});

describe("a posted contract", () => {
  function postOf(contract: string, beside: Json = null) {
    const named = `"principal_pubkey":"${agent}","platform":${JSON.stringify(beside)}`;
    const body = `{"contract":${contract},${named}}`;
    const origin = sent({ path: "/contracts", body });
    const parsed = parseJson(contract);
    if (!parsed.ok) throw new Error(contract);
    const author = { principal: agent, nonce: sha256Hex(String(origin.signature)) };
    const filled = fillTerms("fix/2", parsed.value as JsonObject, author, sampleOffer());
    if (!filled.ok) throw new Error(JSON.stringify(filled.refusal));
    return { origin, body, filled: filled.value };
  }

  const document = {
    version: 2,
    task: { command: "make" },
    execution: { mode: "autonomous", max_attempts: 3, review_window: 600 },
    verification: [{ method: "exit_code" }, { method: "output_match", pattern: "ok" }],
    judge: { pubkey: JUDGE.party, fee: "0.20" },
    escrow: { bounty: "0.50", currency: "XNO" },
    terms: { cancellation: { grace_period: 40 } },
    platform: SERVER.party,
  };
  const { origin, body, filled } = postOf(JSON.stringify(document));
  const terms = termsJson(filled);
  const pot = filled.pots[0] as SymmetricBondPot;
  const { rules, court } = filled;
  if (court.kind !== "tiered") throw new Error("the document names a judge");

  test("is the signed one, with the rest of the terms filled in by the server", () => {
    expect(refusalOf(origin, "post", { terms })).toBe("accepted");
  });

  const task = { command: "make" };
  const { escrow, platform } = document;
  test.each([
    { what: "for nothing", contract: { task } },
    { what: "without a judge", contract: { task, escrow, platform } },
    {
      what: "without a judge but with a fee for one",
      contract: { task, escrow, platform, terms: { judge_fee: "0.17" } },
    },
    {
      what: "with the judge's key in capitals",
      contract: {
        task,
        escrow,
        platform,
        judge: { pubkey: JUDGE.party.toUpperCase().replace("FIX_", "fix_") },
      },
    },
    {
      what: "that the principal checks",
      contract: { task, verification: [{ method: "principal_verification" }] },
    },
  ])("$what is taken as fillTerms fills it", ({ contract }) => {
    const post = postOf(JSON.stringify(contract));
    expect(refusalOf(post.origin, "post", { terms: termsJson(post.filled) })).toBe("accepted");
  });

  const market = { pubkey: platform };
  const other = { pubkey: JUDGE.party };
  test.each<{ names: string; contract: JsonObject; beside?: Json; is: string }>([
    { names: "its key", contract: { task, escrow, platform }, is: "accepted" },
    {
      names: "its key in capitals",
      contract: { task, escrow, platform: platform.toUpperCase() },
      is: "accepted",
    },
    { names: "its key beside", contract: { task, escrow }, beside: platform, is: "accepted" },
    { names: "it as the judge", contract: { task, escrow, judge: market }, is: "accepted" },
    { names: "neither", contract: { task, escrow }, is: "market_not_named" },
    { names: "another judge", contract: { task, escrow, judge: other }, is: "market_not_named" },
    {
      names: "another market",
      contract: { task, escrow, platform: other.pubkey },
      is: "market_not_named",
    },
    {
      names: "it as the judge for another market",
      contract: { task, escrow, judge: market, platform: other.pubkey },
      is: "market_not_named",
    },
    {
      names: "two markets",
      contract: { task, escrow, platform },
      beside: other.pubkey,
      is: "market_not_named",
    },
    { names: "something else", contract: { task, escrow, platform: [] }, is: "market_not_named" },
    { names: "no market, for nothing", contract: { task }, is: "accepted" },
    { names: "another market, for nothing", contract: { task, platform: "linux" }, is: "accepted" },
  ])("that names $names: $is", ({ contract, beside, is }) => {
    const post = postOf(JSON.stringify(contract), beside);
    expect(refusalOf(post.origin, "post", { terms: termsJson(post.filled) })).toBe(is);
  });

  test.each<{ what: string; change: Partial<Terms> }>([
    { what: "a time", change: { rules: { ...rules, pickupSeconds: 31 } } },
    { what: "the platform's fee", change: { pots: [potOf({ ...pot, platformFeeBps: 0n }, true)] } },
    {
      what: "the rail",
      change: {
        pots: [
          potOf(
            { ...(samplePot({ rail: "nano" }) as SymmetricBondPot), judgeFee: 2n * 10n ** 29n },
            true,
          ),
        ],
      },
    },
  ])("may have $what otherwise, which the document leaves open", ({ change }) => {
    const other = termsJson({ ...filled, ...change });
    expect(refusalOf(origin, "post", { terms: other })).toBe("accepted");
  });

  test.each<{ what: string; how: string; change: Partial<Terms> }>([
    {
      what: "command",
      how: "another one",
      change: { work: { kind: "command", spec: { command: "rm" } } },
    },
    { what: "command", how: "none", change: { work: { kind: "command", spec: {} } } },
    { what: "command", how: "other work", change: { work: { kind: "run", spec: task } } },
    { what: "agent", how: "a named one", change: { agent: AGENT.party } },
    { what: "agent", how: "a group", change: { group: { id: "g", size: 2, kind: "race" } } },
    { what: "mode", how: "supervised", change: { rules: { ...rules, mode: "supervised" } } },
    { what: "rule", how: "more attempts", change: { rules: { ...rules, maxAttempts: 4 } } },
    { what: "rule", how: "a shorter review", change: { rules: { ...rules, reviewSeconds: 599 } } },
    { what: "rule", how: "less grace", change: { rules: { ...rules, graceSeconds: 39 } } },
    { what: "check", how: "one less", change: { checks: filled.checks.slice(1) } },
    { what: "check", how: "another order", change: { checks: filled.checks.toReversed() } },
    {
      what: "check",
      how: "another code",
      change: { checks: [{ method: "exit_code", expected: 1 }] },
    },
    { what: "check", how: "the principal's word", change: { checks: [{ method: "principal" }] } },
    { what: "judge", how: "another", change: { court: { ...court, judge: RIVAL.party } } },
    {
      what: "judge",
      how: "none",
      change: { court: { kind: "none" }, pots: [samplePot({ hasCourt: false })] },
    },
    {
      what: "judge",
      how: "a panel",
      change: {
        court: panelTerms("rating"),
        pots: [potOf({ ...pot, judgeFee: 0n, tierFees: [] }, true)],
      },
    },
    {
      what: "bounty",
      how: "less",
      change: { pots: [potOf({ ...pot, bounty: pot.bounty - 1n }, true)] },
    },
    {
      what: "bounty",
      how: "other money",
      change: { pots: [potOf({ ...pot, asset: CREDIT }, true)] },
    },
    {
      what: "bounty",
      how: "a lower judge fee",
      change: { pots: [potOf({ ...pot, judgeFee: units("0.17") }, true)] },
    },
    {
      what: "bounty",
      how: "no judge fee",
      change: { pots: [potOf({ ...pot, judgeFee: 0n, tierFees: [0n, 0n, 0n] }, true)] },
    },
    {
      what: "bounty",
      how: "another schedule",
      change: {
        rules: { ...rules, reopens: false },
        pots: [potOf({ ...pot, schedule: "court-fees", minBond: 5n, restitution: true }, true)],
      },
    },
  ])("is refused with another $what than was stated: $how", ({ what, change }) => {
    const other = termsJson({ ...filled, ...change });
    expect(refusalOf(origin, "post", { terms: other })).toBe(
      `the principal stated another ${what}`,
    );
  });

  test("is refused with a panel where no judge was stated", () => {
    const free = postOf('{"task":{"command":"make"}}');
    const terms = termsJson({ ...free.filled, court: panelTerms("rating") });
    expect(refusalOf(free.origin, "post", { terms })).toBe("the principal stated another judge");
  });

  test("is refused with money that was not stated", () => {
    const free = postOf('{"task":{"command":"make"}}');
    const paid = termsJson({ ...free.filled, pots: [samplePot({ hasCourt: false })] });
    expect(refusalOf(free.origin, "post", { terms: paid })).toBe(
      "the principal stated another bounty",
    );
  });

  test("is refused when its terms cannot be read", () => {
    for (const change of [{ rules: {} }, { pots: [null] }, { work: null }]) {
      expect(refusalOf(origin, "post", { terms: { ...terms, ...change } })).toBe(
        "the terms or the document cannot be read",
      );
    }
  });

  test.each([
    { change: { document: { version: 3n } }, answer: "the principal signed another document" },
    { change: { principal: `fix_${"0".repeat(64)}` }, answer: "the principal is not the signer" },
    {
      change: { nonce: "00".repeat(32) },
      answer: "the nonce is not the hash of the request's signature",
    },
  ])("is refused with other terms: $answer", ({ change, answer }) => {
    expect(refusalOf(origin, "post", { terms: { ...terms, ...change } })).toBe(answer);
  });

  test("is refused from another path, for another key or without terms", () => {
    const elsewhere = sent({ path: `${short}/post`, body });
    expect(refusalOf(elsewhere, "post", { terms })).toBe("a contract is posted to /contracts");
    const other = JSON.stringify({ contract: document, principal_pubkey: `fix_${"0".repeat(64)}` });
    const stranger = sent({ path: "/contracts", body: other });
    expect(refusalOf(stranger, "post", { terms })).toBe("the principal is not the signer");
    const empty = sent({ path: "/contracts", body: "{}" });
    expect(refusalOf(empty, "post", { terms: {} })).toBe("the principal signed another document");
    expect(refusalOf(origin, "post", {})).toBe("the entry has no terms");
    expect(refusalOf(origin, "bond", {})).toBe("the request is for another contract");
  });
});

test("an origin is identified by its scheme and signature", () => {
  const entry = signedEntry();
  const identity = originIdentity(entryOrigin(entry));
  expect(originIdentity({ ...entryOrigin({ ...entry, timestamp: 9n, type: "bond" }) })).toBe(
    identity,
  );
  expect(originIdentity(entryOrigin({ ...entry, signature: "00".repeat(64) }))).not.toBe(identity);
  const request = sent({ path: `${short}/bond`, body: "{}" });
  expect(originIdentity({ ...request, body: "{ }", timestamp: 0n })).toBe(originIdentity(request));
  const other = { ...request, signature: entry.signature };
  expect(originIdentity(other)).not.toBe(originIdentity(request));
  expect(originIdentity(other)).not.toBe(identity);
});

test.each([
  null,
  "entry",
  [],
  {},
  { scheme: "nostr" },
  { scheme: "constructor" },
  { scheme: null },
])("%j is not an origin", (origin) => {
  const refused = verifyOrigin(origin, { type: "bond", data: {}, ...place }, () => true);
  expect(refused).toMatchObject({ ok: false, refusal: { code: "bad_origin" } });
});
