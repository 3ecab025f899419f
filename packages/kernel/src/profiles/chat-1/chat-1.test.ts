import { AGENT, PRINCIPAL, RIVAL, sampleOffer, units } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { Float, type JsonObject } from "../../canonical/json.ts";
import { parseTerms } from "../../contract/parse-terms.ts";
import type { Terms } from "../../contract/terms.ts";
import { termsJson } from "../../contract/terms-json.ts";
import { contradiction, fillTerms } from "../offer.ts";

const DOCUMENT: JsonObject = {
  to: "@b171d0c4e98a7f02",
  agent: AGENT.party,
  task: "translate this page",
  amount: new Float(1.5),
  currency: "XNO",
  expires: 300n,
  elo_stake: 20n,
};
const author = { principal: PRINCIPAL.party, nonce: "c4".repeat(32) };
const fill = (document: JsonObject) => fillTerms("chat/1", document, author, sampleOffer());

function filled(changes: JsonObject = {}): Terms {
  const terms = fill({ ...DOCUMENT, ...changes });
  if (!terms.ok) throw new Error(JSON.stringify(terms.refusal));
  return terms.value;
}

describe("a proposal becomes terms", () => {
  test("for one agent, with stake and money due when it accepts", () => {
    const terms = filled();
    expect(terms).toMatchObject({
      agent: AGENT.party,
      work: { kind: "task", spec: { task: "translate this page" }, expiresSeconds: 300 },
      checks: [{ method: "principal" }],
      court: { kind: "panel", pool: "rating" },
      pots: [
        { schedule: "pay-after-verify", funds: "accept", due: { principal: units("1.5") } },
        { schedule: "stake", funds: "accept", due: { principal: 20n, agent: 0n } },
      ],
      rules: { profile: "chat/1", looksFirst: false, reopens: false, mode: "autonomous" },
    });
    expect(parseTerms(termsJson(terms))).toEqual({ ok: true, value: terms });
  });

  test.each([
    { when: "its currency is not held here", changes: { currency: "hugs" } },
    { when: "it names no currency", changes: { currency: null } },
    { when: "its amount is 0", changes: { amount: 0n } },
  ])("without money when $when", ({ changes }) => {
    expect(filled(changes).pots.map(({ schedule }) => schedule)).toEqual(["stake"]);
  });

  test("with a part of a second as a whole one", () => {
    expect(filled({ expires: new Float(0.5) }).work).toMatchObject({ expiresSeconds: 1 });
  });
});

test.each([
  { what: "no task", changes: { task: "" }, field: "proposal.task" },
  { what: "an amount above the most", changes: { amount: 101n }, field: "proposal.amount" },
  { what: "a tiny amount", changes: { amount: new Float(1e-7) }, field: "proposal.amount" },
  { what: "an expiry in the past", changes: { expires: -1n }, field: "proposal.expires" },
  { what: "an expiry of a year", changes: { expires: 31_536_000n }, field: "proposal.expires" },
  { what: "half a point", changes: { elo_stake: new Float(0.5) }, field: "proposal.elo_stake" },
])("a proposal with $what is refused", ({ changes, field }) => {
  expect(fill({ ...DOCUMENT, ...changes })).toMatchObject({
    refusal: { code: "malformed_terms", field },
  });
});

test.each([
  { what: "agent", changes: { agent: RIVAL.party } },
  { what: "task", changes: { task: "nothing" } },
  { what: "expiry", changes: { expires: null } },
  { what: "stake", changes: { elo_stake: 21n } },
  { what: "amount", changes: { amount: 2n } },
])("terms that state another $what contradict the proposal", ({ what, changes }) => {
  expect(contradiction(filled(), DOCUMENT)).toBeNull();
  expect(contradiction(filled(), { ...DOCUMENT, ...changes })).toBe(what);
});
