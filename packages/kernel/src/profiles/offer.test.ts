import { AGENT, jobEnvelope, PRINCIPAL, sampleOffer } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { chainJson } from "../canonical/chain-json.ts";
import { type JsonObject, parseJson } from "../canonical/json.ts";
import { termsJson } from "../contract/terms-json.ts";
import { PROFILE_NAMES, type ProfileName } from "./names.ts";
import { fillTerms, offerJson, parseOffer, profileOfDocument } from "./offer.ts";

function overTheWire(offer = sampleOffer()) {
  const parsed = parseJson(chainJson(offerJson(offer)));
  return parsed.ok ? parseOffer(parsed.value) : parsed;
}

describe("the offer", () => {
  test("is read back exactly as it was written", () => {
    expect(overTheWire()).toEqual({ ok: true, value: sampleOffer() });
  });

  test("gives a client the terms that the server fills", () => {
    const offer = sampleOffer();
    const read = overTheWire(offer);
    if (!read.ok) throw new Error(read.refusal.code);
    const document = {
      task: { command: "make", error: "no rule" },
      escrow: { bounty: "0.50", currency: "XNO", chain: "nano" },
      judge: { pubkey: offer.platform },
    };
    const author = { principal: PRINCIPAL.party, nonce: "ab".repeat(32) };
    const ours = fillTerms("fix/2", document, author, offer);
    const theirs = fillTerms("fix/2", document, author, read.value);
    if (!ours.ok || !theirs.ok) throw new Error(JSON.stringify(ours));
    expect(termsJson(theirs.value)).toEqual(termsJson(ours.value));
  });

  test.each([
    { what: "no money", change: { profiles: { "fix/2": { courts: [] } } } },
    {
      what: "a rail nobody has",
      change: { profiles: { "job/1": { courts: [], money: [{ rail: "sea" }] } } },
    },
    { what: "a platform that is not a key", change: { platform: "me" } },
  ])("$what is refused with the field", ({ change }) => {
    expect(parseOffer({ ...offerJson(sampleOffer()), ...change })).toMatchObject({
      ok: false,
      refusal: { code: "malformed_terms", field: expect.stringContaining("offer") },
    });
  });
});

describe("a document without the name of its profile", () => {
  const command = { task: { command: "make" }, schema_id: "mine", kind: "mine" };
  const rows: { what: string; document: JsonObject; is: ProfileName | null }[] = [
    { what: "a failed command", document: command, is: "fix/2" },
    { what: "a job with a schema", document: jobEnvelope("oa.text_gen.v1"), is: "job/1" },
    { what: "a job without one", document: { kind: "run", spec: {} }, is: "job/1" },
    { what: "a proposal", document: { agent: AGENT.party, task: "translate" }, is: "chat/1" },
    { what: "anything else", document: { command: "make" }, is: null },
  ];

  test.each(rows)("is known: $what is $is", ({ document, is }) => {
    expect(profileOfDocument(document)).toBe(is);
  });

  test("is known of every profile but that whose name must be said", () => {
    const known = new Set(rows.map(({ is }) => is));
    expect(PROFILE_NAMES.filter((name) => !known.has(name))).toEqual(["escrow/1"]);
  });
});
