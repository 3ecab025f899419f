/** The tiers of a court: who hears what, how long it takes, and what a tier may rule. */
import {
  budgetPot,
  deliberating,
  PRINCIPAL,
  ruled,
  SERVER,
  STAKES_AT_ACCEPTANCE,
  samplePot,
  sampleTerms,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { Json } from "../../canonical/json.ts";
import { parseTerms } from "../../contract/parse-terms.ts";
import { termsJson } from "../../contract/terms-json.ts";
import { type Bench, TIER_RULINGS, TIERS, type TierName } from "../ruling.ts";
import { type TieredCourt, tiered, tierRulings } from "./tiered.ts";

const courtOf = (tiers: readonly TierName[]): TieredCourt => ({
  kind: "tiered",
  judge: SERVER.party,
  tiers,
});

const steps: { tiers: readonly TierName[]; bench: Bench | null; next: Bench | null }[] = [
  { tiers: TIERS, bench: null, next: "district" },
  { tiers: TIERS, bench: "district", next: "appeals" },
  { tiers: TIERS, bench: "appeals", next: "supreme" },
  { tiers: TIERS, bench: "supreme", next: null },
  { tiers: ["district", "appeals"], bench: "appeals", next: null },
  { tiers: ["district"], bench: null, next: "district" },
  { tiers: ["district"], bench: "district", next: null },
  { tiers: ["district"], bench: "supreme", next: null },
  { tiers: TIERS, bench: "panel", next: null },
  { tiers: [], bench: null, next: null },
];

test.each(steps)("of $tiers, after $bench comes $next", ({ tiers, bench, next }) => {
  expect(tiered.next(courtOf(tiers), bench)).toBe(next);
});

describe("its terms", () => {
  const read = (tiers: Json, judge: Json = SERVER.party): string => {
    const court = { kind: "tiered", judge, tiers };
    const terms = parseTerms({ ...termsJson(sampleTerms()), court });
    if (terms.ok) return "ok";
    const { refusal } = terms;
    return "problem" in refusal && "field" in refusal
      ? `${refusal.field}: ${refusal.problem}`
      : refusal.code;
  };
  const order = "expected the lowest tiers in order";

  test.each([
    { tiers: ["district", "appeals", "supreme"], is: /^ok$/ },
    { tiers: [], is: /^terms.court.tiers: / },
    { tiers: ["appeals"], is: `terms.court.tiers[0]: ${order}` },
    { tiers: ["district", "supreme"], is: `terms.court.tiers[1]: ${order}` },
    { tiers: ["district", "district"], is: `terms.court.tiers[1]: ${order}` },
    { tiers: ["district", "appeals", "supreme", "supreme"], is: /^terms.court.tiers: / },
    { tiers: ["county"], is: /^terms.court.tiers\[0\]: / },
  ])("with the tiers $tiers are read as $is", ({ tiers, is }) => {
    expect(read(tiers)).toMatch(is);
  });

  test("name a judge, and are written as they are read", () => {
    expect(read([...TIERS], "nobody")).toMatch(/^terms.court.judge: /);
    const court = { kind: "tiered", judge: SERVER.party, tiers: [...TIERS] };
    expect(tiered.json(courtOf(TIERS))).toEqual(court);
    expect(tiered.judge(courtOf(TIERS))).toBe(SERVER.party);
    expect(tiered.tiers(courtOf(["district"]))).toEqual(["district"]);
  });

  test("need a pot that is not only a stake", () => {
    const misfit = "a court needs a pot that pays its fees";
    const mixed = [STAKES_AT_ACCEPTANCE, samplePot()];
    expect(tiered.misfit(courtOf(TIERS), sampleTerms({ pots: mixed }))).toBeNull();
    const free = sampleTerms({ pots: [STAKES_AT_ACCEPTANCE] });
    expect(tiered.misfit(courtOf(TIERS), free)).toBe(misfit);
    expect(tiered.misfit(courtOf(TIERS), sampleTerms({ pots: [] }))).toBe(misfit);
  });
});

test("a tier binds the agent, hears halts, draws nobody and runs the check first", () => {
  const { bindsAgent, hearsHalts, isDrawn } = tiered;
  expect({ bindsAgent, hearsHalts, isDrawn }).toEqual({
    bindsAgent: true,
    hearsHalts: true,
    isDrawn: false,
  });
  expect(tiered.replays(courtOf(TIERS))).toBe(true);
});

test("a tier has the time that the terms give it", () => {
  const { state } = deliberating({ rules: { rulingSeconds: 77 } });
  const window = { kind: "ruling", seconds: 77, waitingFor: "court" };
  expect(tiered.window(courtOf(TIERS), state)).toEqual(window);
});

test("silence of the first tier voids the contract; on appeal the ruling stands", () => {
  const data = { reason: "timeout" };
  const first = deliberating().state;
  expect(tiered.silence(courtOf(TIERS), first)).toEqual({ type: "voided", data });
  const second = ruled().act(PRINCIPAL, "appeal").state;
  expect(tiered.silence(courtOf(TIERS), second)).toEqual({ type: "ruling_final", data });
});

test("a price can be split, a bounty cannot", () => {
  expect(tierRulings(sampleTerms())).toEqual(TIER_RULINGS);
  expect(tierRulings(sampleTerms({ pots: [] }))).toEqual(TIER_RULINGS);
  const priced = sampleTerms({ pots: [STAKES_AT_ACCEPTANCE, budgetPot()] });
  expect(tierRulings(priced)).toEqual([...TIER_RULINGS, "split"]);
});
