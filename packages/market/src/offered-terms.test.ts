import { fillTerms, type JsonObject, type Terms, TIERS } from "@bazaar/kernel";
import { JUDGE, PRINCIPAL, RIVAL, sampleOffer } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { offeredTerms } from "./offered-terms.ts";

const OFFER = sampleOffer();

const DOCUMENT: JsonObject = {
  task: { command: "make" },
  escrow: { bounty: "0.50", currency: "XNO", chain: "nano" },
  judge: { pubkey: JUDGE.party },
};

function filled(): Terms {
  const terms = fillTerms(
    "fix/2",
    DOCUMENT,
    { principal: PRINCIPAL.party, nonce: "00".repeat(32) },
    OFFER,
  );
  if (!terms.ok) throw new Error(JSON.stringify(terms.refusal));
  return terms.value;
}

describe("a posted contract", () => {
  const review = offeredTerms(OFFER);
  const terms = filled();
  const [pot] = terms.pots;

  test("is accepted if the market would fill in the same terms", () => {
    expect(review(terms)).toBeNull();
  });

  test.each<{ when: string; changed: Partial<Terms>; field: string }>([
    {
      when: "the principal is its own judge",
      changed: { court: { kind: "tiered", judge: PRINCIPAL.party, tiers: TIERS } },
      field: "court",
    },
    {
      when: "the platform gets nothing",
      changed: { pots: pot === undefined ? [] : [{ ...pot, platformFeeBps: 0n } as typeof pot] },
      field: "pots",
    },
    {
      when: "a clock was stretched",
      changed: { rules: { ...terms.rules, pickupSeconds: 86_400 } },
      field: "rules",
    },
    { when: "the seat is somebody's already", changed: { agent: RIVAL.party }, field: "agent" },
  ])("is refused when $when", ({ changed, field }) => {
    const refused = review({ ...terms, ...changed });
    expect(refused?.refusal).toEqual({ code: "terms_differ", field });
  });

  test("is refused when its document is", () => {
    const document = { ...DOCUMENT, escrow: { bounty: "0.1", currency: "XNO", chain: "nano" } };
    expect(review({ ...terms, document })?.refusal.code).toBe("malformed_terms");
  });

  test("of a kind that this market does not fill in is refused", () => {
    const { profiles, ...market } = sampleOffer();
    const { "escrow/1": _, ...others } = profiles;
    const rules = { ...terms.rules, profile: "escrow/1" as const };
    const without = offeredTerms({ ...market, profiles: others });
    expect(without({ ...terms, rules })?.refusal.code).toBe("unsupported_terms");
    expect(review({ ...terms, rules })?.refusal.code).toBe("terms_differ");
  });
});
