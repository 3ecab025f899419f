import { PRINCIPAL, SERVER, sampleOffer, units } from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { JsonObject } from "../../canonical/json.ts";
import { parseTerms } from "../../contract/parse-terms.ts";
import { termsJson } from "../../contract/terms-json.ts";
import { contradiction, fillTerms } from "../offer.ts";

const DOCUMENT = {
  task: { command: "make test" },
  escrow: { bounty: "1", currency: "XNO" },
  judge: { pubkey: SERVER.party },
};
const author = { principal: PRINCIPAL.party, nonce: "0e".repeat(32) };
const fill = (document: JsonObject) => fillTerms("escrow/1", document, author, sampleOffer());

test("a document becomes terms under court-fees that end when the agent leaves", () => {
  const filled = fill(DOCUMENT);
  if (!filled.ok) throw new Error(JSON.stringify(filled.refusal));
  expect(filled.value).toMatchObject({
    work: { kind: "command", spec: { command: "make test" } },
    rules: { profile: "escrow/1", reopens: false, looksFirst: true },
    pots: [
      {
        schedule: "court-fees",
        due: { principal: units("1.17"), agent: units("0.17") },
        restitution: true,
      },
    ],
  });
  expect(parseTerms(termsJson(filled.value))).toEqual({ ok: true, value: filled.value });
});

test("without a court the agent bonds the market's least bond", () => {
  const filled = fill({ ...DOCUMENT, judge: null });
  expect(filled.ok && filled.value.pots).toMatchObject([
    { due: { principal: units("1"), agent: units("0.1") }, tierFees: [] },
  ]);
});

test("there are no free contracts", () => {
  expect(fill({ ...DOCUMENT, judge: null, escrow: null })).toMatchObject({
    refusal: { code: "malformed_terms", field: "contract.escrow" },
  });
});

test.each([
  { what: "bounty", document: { ...DOCUMENT, escrow: { bounty: "2", currency: "XNO" } } },
  { what: "command", document: { ...DOCUMENT, task: { command: "make" } } },
  { what: "judge", document: { ...DOCUMENT, judge: null } },
])("terms that state another $what contradict the document", ({ what, document }) => {
  const filled = fill(DOCUMENT);
  expect(filled.ok && contradiction(filled.value, DOCUMENT)).toBeNull();
  expect(filled.ok && contradiction(filled.value, document)).toBe(what);
});
