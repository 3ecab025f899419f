/** What other rules ask about any court. */
import { JUDGE } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { type CourtTerms, courtOf, courtWords, isDrawn } from "./courts.ts";
import { panelTerms } from "./panel/panel.ts";
import { UNCALLED } from "./panel/proceedings.ts";
import type { Bench } from "./ruling.ts";

const panel = panelTerms("receipts");
const tiered: CourtTerms = { kind: "tiered", judge: JUDGE.party, tiers: ["district", "appeals"] };

test.each<{ court: CourtTerms; says: string }>([
  {
    court: { kind: "none" },
    says: "There is no court: the principal's verification is final.",
  },
  {
    court: { kind: "none", replays: true },
    says: "There is no court, but the market runs the check again if the two sides disagree.",
  },
  { court: tiered, says: "Disputes go to the district, appeals court." },
  { court: panel, says: "Disputes go to a panel of three arbiters, drawn by receipts." },
])("the court $court.kind is told to people: $says", ({ court, says }) => {
  expect(courtWords(court)).toBe(says);
});

test.each<{ court: CourtTerms; bench: Bench | null; is: boolean }>([
  { court: panel, bench: "panel", is: true },
  { court: panel, bench: "replay", is: false },
  { court: panel, bench: null, is: false },
  { court: tiered, bench: "district", is: false },
])("the bench $bench of $court.kind is drawn: $is", ({ court, bench, is }) => {
  expect(isDrawn(court, bench)).toBe(is);
});

test("only a panel has proceedings", () => {
  expect(courtOf("panel").begins).toBe(UNCALLED);
  expect(courtOf("tiered").begins).toBeNull();
});
