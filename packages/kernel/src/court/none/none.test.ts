/** Court `none` that allows the market to run the check again. */
import {
  AGENT,
  accepted,
  budgetPot,
  checkedData,
  contested,
  fixed,
  NO_COURT,
  PRINCIPAL,
  reviewed,
  SERVER,
  type Story,
  sampleTerms,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { Json } from "../../canonical/json.ts";
import type { Verdict } from "../../check/verdict.ts";
import { parseTerms } from "../../contract/parse-terms.ts";
import { termsJson } from "../../contract/terms-json.ts";

const work = { kind: "run", spec: { command: "make test" } } as const;
const REPLAYED = { ...NO_COURT, work, court: { kind: "none", replays: true } } as const;
const PRICED = { ...REPLAYED, pots: [budgetPot()], rules: { looksFirst: false } };

const filed = (told: Story, by = PRINCIPAL): Story => told.act(by, "dispute_filed").lapse();
const checked = (told: Story, verdict: Verdict): Story =>
  told.act(SERVER, "checked", checkedData(verdict));

// B 0.5, F 0.05: only the principal holds, 0.5. Priced: 1, of which 15, 10 and 5 % are cuts.
test.each([
  { verdict: "pass", row: "ruled_fulfilled", paid: "agent 0.45, platform 0.05" },
  { verdict: "fail", row: "ruled_canceled", paid: "principal 0.45, platform 0.05" },
  { verdict: "no_verdict", row: "ruled_split", paid: "principal 0.5" },
] as const)("$verdict ends the case at once in $row", ({ verdict, row, paid }) => {
  const told = checked(filed(fixed(REPLAYED)), verdict);
  expect(told.phase).toBe("resolved");
  expect(told.state.outcome?.row).toBe(row);
  expect(told.paid).toBe(paid);
});

test("a price without a verdict is split, and the odd unit goes to the agent", () => {
  const told = fixed(PRICED);
  const quoted = accepted(PRICED).act(AGENT, "fix", { fix: "true", price: "0.000000003" });
  expect(checked(filed(told), "no_verdict").paid).toBe(
    "agent 0.35, principal 0.5, platform 0.05, author 0.075, referrer 0.025",
  );
  expect(checked(filed(quoted), "no_verdict").paid).toBe(
    "agent 0.000000002, principal 0.999999998",
  );
});

test("a checker that does not answer has no verdict", () => {
  const told = filed(fixed(REPLAYED));
  expect(told.state.case?.bench).toBe("replay");
  expect(told.lapse().state.outcome?.row).toBe("ruled_split");
});

test("an agent may contest a rejection, and a silent buyer's fix is run", () => {
  expect(contested(REPLAYED).phase).toBe("contest");
  expect(filed(contested(REPLAYED), AGENT).state.case?.bench).toBe("replay");
  expect(checked(reviewed(REPLAYED).lapse(), "pass").paid).toBe("agent 0.45, platform 0.05");
});

test("before a fix there is nothing to run, and a halt is a cancellation", () => {
  expect(accepted(REPLAYED).leadsTo(AGENT, "dispute_filed")).toBe("no_court");
  expect(accepted(REPLAYED).leadsTo(PRINCIPAL, "halt")).toBe("canceled");
  expect(fixed(REPLAYED).leadsTo(PRINCIPAL, "halt")).toBe("fix_pending");
});

describe("its terms", () => {
  const read = (court: Json, changes = {}): string => {
    const json = { ...termsJson(sampleTerms({ ...REPLAYED, ...changes })), court };
    const terms = parseTerms(json);
    return terms.ok ? "ok" : Object.values(terms.refusal).slice(0, 3).join(" ");
  };

  test.each([
    { court: { kind: "none" }, is: "ok" },
    { court: { kind: "none", replays: true }, is: "ok" },
    { court: { kind: "none", replays: false }, is: /^malformed_terms terms.court expected every/ },
    { court: { kind: "none", replays: null }, is: /^malformed_terms terms.court expected every/ },
    { court: { kind: "none", replays: 1n }, is: /^malformed_terms terms.court.replays/ },
  ])("$court is read as $is", ({ court, is }) => {
    expect(read(court)).toMatch(is);
  });

  test("are refused where the check cannot be run again", () => {
    const court = { kind: "none", replays: true };
    expect(read(court, { work: { kind: "command", spec: {} } })).toBe(
      "unsupported_terms court none",
    );
    expect(read(court, { work: { ...work, kind: "patch" } })).toBe("unsupported_terms court none");
    expect(read(court, { checks: [{ method: "principal" }] })).toBe("unsupported_terms court none");
  });
});
