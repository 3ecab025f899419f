/** What other rules ask about any court, and what the page of the terms says of each. */
import { readFileSync } from "node:fs";
import { JUDGE } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { fields } from "../canonical/fields.ts";
import {
  COURT_KINDS,
  type CourtKind,
  type CourtTerms,
  courtJson,
  courtOf,
  courtWords,
  hearsDisputes,
  isDrawn,
  readCourt,
} from "./courts.ts";
import { panelTerms } from "./panel/panel.ts";
import { UNCALLED } from "./panel/proceedings.ts";
import type { Bench } from "./ruling.ts";

const panel = panelTerms("receipts");
const tiered = {
  kind: "tiered",
  judge: JUDGE.party,
  tiers: ["district", "appeals"],
} as const;

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

test.each<{ court: CourtTerms; is: boolean }>([
  { court: { kind: "none" }, is: false },
  { court: { kind: "none", replays: true }, is: true },
  { court: tiered, is: true },
  { court: panel, is: true },
])("a dispute is heard under %o", ({ court, is }) => {
  expect(hearsDisputes(court)).toBe(is);
});

test("only a panel has proceedings", () => {
  expect(courtOf("panel").begins).toBe(UNCALLED);
  expect(courtOf("tiered").begins).toBeNull();
});

/** A court without a sample does not compile. */
const SAMPLES: { readonly [K in CourtKind]: readonly Extract<CourtTerms, { kind: K }>[] } = {
  none: [{ kind: "none" }, { kind: "none", replays: true }],
  tiered: [tiered],
  panel: [panel, panelTerms("rating", { votesSeconds: 60 })],
};

test.each(Object.values(SAMPLES).flat())("the court %o is read as it was written", (court) => {
  const read = fields({ court: courtJson(court) }, "terms");
  expect(readCourt(read.object("court"))).toEqual(court);
  expect(read.problem).toBeNull();
});

test("the page of the terms says how each court is written", () => {
  const page = readFileSync(new URL("../../../../spec/terms.md", import.meta.url), "utf8");
  const written = [...page.matchAll(/`\{"kind": "(\w+)"/g)].map(([, kind]) => kind);
  expect([...new Set(written)].toSorted()).toEqual(COURT_KINDS.toSorted());
});
