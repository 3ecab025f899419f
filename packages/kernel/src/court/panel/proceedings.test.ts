/** Who sits on a panel, and what its votes come to. */
import {
  AGENT,
  accepted,
  budgetPot,
  calling,
  deliberating,
  PRINCIPAL,
  RIVAL,
  STAKES_AT_ACCEPTANCE,
  sampleTerms,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import {
  type Arbiter,
  asked,
  isSealed,
  isSitting,
  type PanelVerdict,
  panelOf,
  UNCALLED,
  verdictOf,
  withArbiter,
} from "./proceedings.ts";

const parties = [PRINCIPAL.party, AGENT.party, RIVAL.party];
const panelWith = (verdicts: readonly (PanelVerdict | null)[]) => ({
  ...UNCALLED,
  arbiters: verdicts.map((verdict, at) => ({
    ...asked({ id: `${at}`, party: parties[at] ?? RIVAL.party }),
    verdict,
  })),
});

const votes: { votes: readonly (PanelVerdict | null)[]; is: PanelVerdict }[] = [
  { votes: ["disputant", "disputant", "respondent"], is: "disputant" },
  { votes: ["respondent", "disputant", "respondent"], is: "respondent" },
  { votes: ["mutual", "mutual", "disputant"], is: "mutual" },
  { votes: ["disputant", "disputant", "disputant"], is: "disputant" },
  { votes: ["respondent", "respondent", null], is: "respondent" },
  { votes: ["disputant", "respondent", "mutual"], is: "mutual" },
  { votes: ["disputant", null, null], is: "mutual" },
  { votes: ["disputant", "respondent", null], is: "mutual" },
  { votes: [null, null, null], is: "mutual" },
  { votes: [], is: "mutual" },
];

test.each(votes)("the votes $votes come to $is", ({ votes: cast, is }) => {
  expect(verdictOf(panelWith(cast))).toBe(is);
});

test.each<{ is: Arbiter["is"]; sits: boolean }>([
  { is: "asked", sits: false },
  { is: "declined", sits: false },
  { is: "seated", sits: true },
  { is: "voted", sits: true },
  { is: "silent", sits: false },
  { is: "released", sits: false },
])("an arbiter that is $is sits: $sits", ({ is, sits }) => {
  expect(isSitting({ ...asked({ id: "1", party: RIVAL.party }), is })).toBe(sits);
});

test("votes are sealed as soon as one pot holds money", () => {
  expect(isSealed(sampleTerms({ pots: [] }))).toBe(false);
  expect(isSealed(sampleTerms({ pots: [STAKES_AT_ACCEPTANCE] }))).toBe(false);
  expect(isSealed(sampleTerms({ pots: [budgetPot()] }))).toBe(true);
  expect(isSealed(sampleTerms({ pots: [STAKES_AT_ACCEPTANCE, budgetPot()] }))).toBe(true);
});

test("who is asked has neither sealed nor voted", () => {
  const who = { id: "1", party: RIVAL.party };
  expect(asked(who)).toEqual({ ...who, is: "asked", sealed: null, verdict: null });
});

test("one arbiter changes, and the others do not", () => {
  const panel = panelWith([null, null, null]);
  const next = withArbiter(panel, AGENT.party, { is: "seated" });
  expect(next.arbiters.map(({ is }) => is)).toEqual(["asked", "seated", "asked"]);
  expect(next).toEqual({ ...panel, arbiters: next.arbiters });
  expect(next.arbiters[1]).toEqual({ ...panel.arbiters[1], is: "seated" });
});

test("a panel begins with nobody called, and there is none elsewhere", () => {
  expect(panelOf(calling().state)).toEqual({
    stage: "calling",
    wrongNonces: 0,
    call: null,
    seed: null,
    arbiters: [],
    reserve: [],
    heard: [],
    verdict: null,
  });
  expect(() => panelOf(accepted().state)).toThrow("there is no panel");
  expect(() => panelOf(deliberating().state)).toThrow("there is no panel");
});
