import {
  chainJson,
  contractAlias,
  contractId,
  entryOrigin,
  fillTerms,
  type Json,
  type JsonObject,
  MAX_DATA_DEPTH,
  maxEntryLength,
  potOf,
  sha256Hex,
  signedText,
  TEXT_LIMITS,
  termsJson,
  verifyTranscript,
} from "@bazaar/kernel";
import {
  AGENT,
  PRINCIPAL,
  RIVAL,
  SERVER,
  sampleOffer,
  sampleTerms,
  signedRequest,
  TEST_XNO,
  through,
  toyVerify,
  units,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { codeOf, SmallMarket } from "../test/small-market.ts";
import { exportTranscript } from "./queries/export-transcript.ts";
import { recordAct } from "./record-act.ts";

describe("an act the server signs for a party", () => {
  test("is that party's act and carries the signed request", async () => {
    const market = new SmallMarket();
    await market.grant();
    const id = await market.post();
    const body = chainJson({ agent_pubkey: AGENT.party });
    const origin = signedRequest(AGENT, `/contracts/${contractAlias(id)}/bond`, body);
    const data = { agent_pubkey: AGENT.party, origin };
    const recorded = await recordAct(market.needs(), { type: "bond", data, contract: id });
    expect(recorded.ok && recorded.value.entry).toMatchObject({ author: SERVER.party, data });
    expect((await market.state(id)).seat?.agent).toBe(AGENT.party);
    const transcript = await exportTranscript(market.store, id);
    expect(transcript && verifyTranscript(transcript, toyVerify).ok).toBe(true);
  });

  test("counts once, although it names no place in the chain", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const path = `/contracts/${id}/chat`;
    const origin = signedRequest(AGENT, path, chainJson({ message: "hi" }));
    const act = { type: "message", data: { message: "hi", origin }, contract: id };
    const first = await recordAct(market.needs(), act);
    const second = await recordAct(market.needs(), act, "whatever the door thinks");
    expect(second).toMatchObject({ ok: true, value: { isRepeated: true } });
    expect(second.ok && second.value.entry).toEqual(first.ok && first.value.entry);
    await market.must(PRINCIPAL, id, "message", { message: "go on" });
    expect(codeOf(await recordAct(market.needs(), act, "another"))).toBe("already_recorded");
    const transcript = await exportTranscript(market.store, id);
    expect(transcript?.entries).toHaveLength(5);
    expect(transcript && verifyTranscript(transcript, toyVerify).ok).toBe(true);
  });

  test("is recognised although the rules would refuse a second one", async () => {
    const market = new SmallMarket();
    await market.grant();
    const id = await market.post();
    const origin = signedRequest(AGENT, `/contracts/${id}/bond`, "{}");
    const act = { type: "bond", data: { origin }, contract: id };
    await recordAct(market.needs(), act);
    const second = await recordAct(market.needs(), act);
    expect(second).toMatchObject({ ok: true, value: { isRepeated: true } });
    expect(await market.types(id)).toEqual(["post", "bond"]);
  });

  test("that lost a race is decided again: its origin names no place", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    let isFirst = true;
    const store = through(market.store, async (name, call) => {
      if (name === "commit" && isFirst) {
        isFirst = false;
        await market.must(PRINCIPAL, id, "message", { message: "quick" });
      }
      return call();
    });
    const origin = signedRequest(AGENT, `/contracts/${id}/chat`, chainJson({ message: "slow" }));
    const act = { type: "message", data: { message: "slow", origin }, contract: id };
    const recorded = await recordAct(market.needs({ store }), act);
    expect(recorded.ok && recorded.value.entry.seq).toBe(4);
  });

  /** A post by request, with the terms that the market fills its document up to. */
  function postByRequest() {
    const document = { task: { command: "make" }, execution: { max_attempts: 3n } };
    const body = chainJson({ contract: document, principal_pubkey: PRINCIPAL.party });
    const origin = signedRequest(PRINCIPAL, "/contracts", body);
    const author = { principal: PRINCIPAL.party, nonce: sha256Hex(String(origin.signature)) };
    const filled = fillTerms("fix/2", document, author, sampleOffer());
    if (!filled.ok) throw new Error(JSON.stringify(filled.refusal));
    const terms = filled.value;
    const act = (changes: JsonObject = {}, claimed: JsonObject = origin) => {
      const data = { terms: { ...termsJson(terms), ...changes }, origin: claimed };
      return { type: "post", data, contract: null };
    };
    return { terms, origin, act };
  }

  test("may be a post: the id is the hash of the terms without the origin", async () => {
    const market = new SmallMarket();
    const { terms, act } = postByRequest();
    const posted = await recordAct(market.needs(), act());
    expect(posted.ok && posted.value.state.id).toBe(contractId(terms));
    const transcript = await exportTranscript(market.store, contractId(terms));
    expect(transcript && verifyTranscript(transcript, toyVerify).ok).toBe(true);
    const again = await recordAct(market.needs(), act());
    expect(again).toMatchObject({ ok: true, value: { isRepeated: true } });
    // Terms that the server would fill in otherwise by now are no second contract.
    const slower = termsJson({ ...terms, rules: { ...terms.rules, pickupSeconds: 31 } });
    const refilled = await recordAct(market.needs(), act(slower));
    expect(refilled).toEqual(again);
    expect(await market.store.feed(0, 10)).toHaveLength(1);
  });

  test("may be no post of other terms than the document states", async () => {
    const market = new SmallMarket();
    const { terms, act } = postByRequest();
    const worse = termsJson({ ...terms, rules: { ...terms.rules, maxAttempts: 4 } });
    expect(await recordAct(market.needs(), act(worse))).toEqual({
      ok: false,
      refusal: { code: "bad_origin", problem: "the principal stated another rule" },
    });
    expect(await market.store.feed(0, 10)).toHaveLength(0);
  });

  test("has its signature checked before its terms are read", async () => {
    const market = new SmallMarket();
    const { origin, act } = postByRequest();
    let reviews = 0;
    const needs = market.needs({
      reviewTerms: () => {
        reviews += 1;
        return null;
      },
    });
    const forged = { ...origin, signature: RIVAL.sign("something else") };
    for (const terms of [{}, { rules: null }, { work: [] }]) {
      expect(codeOf(await recordAct(needs, act(terms, forged)))).toBe("bad_signature");
    }
    expect(codeOf(await recordAct(needs, act({ rules: null })))).toBe("bad_origin");
    expect(reviews).toBe(0);
    expect(codeOf(await recordAct(needs, act()))).toBe("recorded");
    expect(reviews).toBe(1);
  });

  test.each([
    { when: "the request was for another act", path: "/decline", body: "{}" },
    { when: "the request says something else", path: "/chat", body: '{"message": "no"}' },
  ])("is refused when $when", async ({ path, body }) => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const origin = signedRequest(AGENT, `/contracts/${id}${path}`, body);
    const act = { type: "message", data: { message: "yes", origin }, contract: id };
    expect(codeOf(await recordAct(market.needs(), act))).toBe("bad_origin");
    expect(market.published).toHaveLength(3);
  });

  test("is refused when its origin shares a signature with another text", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    // As real keys do: what is signed is bytes, and a lone surrogate has those of U+FFFD.
    const signer = { party: AGENT.party, sign: (text: string) => AGENT.sign(text.toWellFormed()) };
    const needs = market.needs({
      verify: (party, text, signature) => toyVerify(party, text.toWellFormed(), signature),
    });
    const said = { message: "\ufffd" };
    const forged = { message: "\ud800" };
    const body = JSON.stringify(said);
    const origin = signedRequest(signer, `/contracts/${id}/chat`, body);
    const other = { ...origin, body: body.replace("\ufffd", "\ud800") };
    const act = (data: JsonObject) => recordAct(needs, { type: "message", data, contract: id });
    for (const message of [said, forged]) {
      expect(await act({ ...message, origin: other })).toMatchObject({
        refusal: { code: "bad_origin", problem: expect.stringContaining("well-formed") },
      });
    }
    expect(codeOf(await act({ ...said, origin }))).toBe("recorded");
  });

  test("is refused when it drops the price that was signed", async () => {
    const market = new SmallMarket();
    const pot = potOf(
      {
        schedule: "pay-after-verify",
        asset: TEST_XNO,
        rail: "ledger",
        bounty: units("1"),
        platformBps: 1_000n,
        author: null,
        referrer: null,
      },
      true,
    );
    await market.grant();
    const id = await market.post(sampleTerms({ pots: [pot] }));
    await market.must(AGENT, id, "bond");
    const origin = signedRequest(AGENT, `/contracts/${id}/accept`, chainJson({ price: "0.5" }));
    const act = (data: JsonObject) =>
      recordAct(market.needs(), { type: "accept", data: { ...data, origin }, contract: id });
    expect(await act({})).toMatchObject({
      refusal: { code: "bad_origin", problem: "the signer also sent price" },
    });
    expect(codeOf(await act({ price: "0.6" }))).toBe("bad_origin");
    expect(codeOf(await act({ price: "0.5" }))).toBe("recorded");
    expect((await market.state(id)).price).toBe(units("0.5"));
  });

  test("is refused when its origin is forged, even under a key that is used up", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const data = { message: "yes" };
    const origin = signedRequest(AGENT, `/contracts/${id}/chat`, chainJson(data));
    const act = { type: "message", data: { ...data, origin }, contract: id };
    await recordAct(market.needs(), act);
    const forged = { ...origin, body: '{"message": "no"}' };
    const other = { ...act, data: { message: "no", origin: forged } };
    expect(codeOf(await recordAct(market.needs(), other))).toBe("bad_signature");
  });

  test.each([undefined, "server"] as const)(
    "is refused where it does not belong: by %s",
    async (by) => {
      const market = new SmallMarket();
      const id = await market.atWork();
      const origin = { scheme: "request" };
      const data = by === undefined ? {} : { origin };
      const act = { type: "halt", data, contract: id, ...(by === undefined ? {} : { by }) };
      expect(codeOf(await recordAct(market.needs(), act))).toBe("bad_origin");
    },
  );

  test("never counts as one of the server's own", async () => {
    const market = new SmallMarket();
    const id = await market.inCourt();
    const undated = await market.sign(AGENT, id, "voided", { reason: "timeout" });
    const signature = AGENT.sign(signedText(undated, "undated"));
    const origin = entryOrigin({ ...undated, signature });
    const act = { type: "voided", data: { reason: "timeout", origin }, contract: id };
    expect(codeOf(await recordAct(market.needs(), act))).toBe("server_only");
  });
});

describe("what is too much for a transcript", () => {
  /** `levels` objects inside each other. */
  function nested(levels: number): JsonObject {
    let data: Json = {};
    for (let level = 1; level < levels; level += 1) data = { data };
    return { data };
  }

  test("is refused when it is nested too deep", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const tooDeep = { code: "malformed_entry", field: "data" };
    const say = (data: JsonObject) => {
      const origin = signedRequest(AGENT, `/contracts/${id}/chat`, "{}");
      return recordAct(market.needs(), {
        type: "message",
        data: { ...data, origin },
        contract: id,
      });
    };
    expect(await say(nested(MAX_DATA_DEPTH))).toMatchObject({ refusal: tooDeep });
    expect(codeOf(await say(nested(MAX_DATA_DEPTH - 1)))).toBe("bad_origin");
  });

  test("is refused when the entry would be too long", async () => {
    const market = new SmallMarket();
    const id = await market.inCourt();
    const ruling = (details: string) => {
      const data = {
        outcome: "fulfilled",
        court: "district",
        question: 0n,
        reasoning: "x",
        details,
      };
      return recordAct(market.needs(), { by: "server", type: "ruling", data, contract: id });
    };
    const refused = await ruling("x".repeat(maxEntryLength("ruling")));
    expect(refused).toMatchObject({
      refusal: { code: "entry_too_long", limit: maxEntryLength("ruling") },
    });
    expect((await market.state(id)).phase).toBe("deliberating");
    expect(codeOf(await ruling("x".repeat(1_000)))).toBe("recorded");
  });

  test("is shorter for an act with short fields, but enough for its longest text", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const limit = maxEntryLength("message");
    expect(limit).toBeLessThan(maxEntryLength("fix"));
    const padded = await market.sign(AGENT, id, "message", { message: "a", x: "x".repeat(limit) });
    expect(await recordAct(market.needs(), { entry: padded, contract: id })).toMatchObject({
      refusal: { code: "entry_too_long", limit },
    });
    // Six characters for each of the text, seven for each escape in the signed body.
    const argument = "\u00e9".repeat(TEXT_LIMITS.argument);
    const body = chainJson({ argument, agent_pubkey: AGENT.party });
    const origin = signedRequest(AGENT, `/contracts/${id}/dispute`, body);
    const data = { argument, side: "agent", origin };
    const filed = await recordAct(market.needs(), { type: "dispute_filed", data, contract: id });
    expect(codeOf(filed)).toBe("recorded");
  });
});

describe("an older client's undated entry", () => {
  async function undated(market: SmallMarket, id: Awaited<ReturnType<SmallMarket["post"]>>) {
    const data = { message: "hi" };
    const entry = await market.sign(AGENT, id, "message", data);
    const origin = entryOrigin({ ...entry, signature: AGENT.sign(signedText(entry, "undated")) });
    return { type: "message", data: { ...data, origin }, contract: id };
  }

  test("becomes a server-signed entry and its author's act", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const recorded = await recordAct(market.needs(), await undated(market, id));
    expect(recorded.ok && recorded.value.entry.author).toBe(SERVER.party);
    const transcript = await exportTranscript(market.store, id);
    expect(transcript && verifyTranscript(transcript, toyVerify).ok).toBe(true);
  });

  test("is repeated at its own place and stale at any other", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const [first, stale] = [await undated(market, id), await undated(market, id)];
    await recordAct(market.needs(), first);
    expect(await recordAct(market.needs(), first)).toMatchObject({ value: { isRepeated: true } });
    const other = { ...stale, data: { ...stale.data, message: "hello" } };
    expect(await recordAct(market.needs(), other)).toEqual({
      ok: false,
      refusal: { code: "stale_head", ...(await market.store.load(id))?.chain },
    });
  });

  test("with another's signature is refused", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const entry = await market.sign(AGENT, id, "message", { message: "hi" });
    const origin = entryOrigin({ ...entry, signature: RIVAL.sign(signedText(entry, "undated")) });
    const act = { type: "message", data: { message: "hi", origin }, contract: id };
    expect(codeOf(await recordAct(market.needs(), act))).toBe("bad_signature");
  });
});
