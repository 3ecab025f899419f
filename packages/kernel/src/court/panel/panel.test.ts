/** The terms of a panel, and what a case before one has that others do not. */
import {
  AGENT,
  accepted,
  calling,
  checkablePanel,
  checkedData,
  filed,
  fixed,
  freeTerms,
  hearing,
  opening,
  PANEL,
  PRINCIPAL,
  revealing,
  reviewed,
  ruled,
  SERVER,
  samplePot,
  sampleTerms,
  story,
  unseated,
  voting,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../canonical/json.ts";
import { parseTerms } from "../../contract/parse-terms.ts";
import { termsJson } from "../../contract/terms-json.ts";
import { potOf } from "../../settlement/due.ts";
import { courtJson } from "../courts.ts";
import { PANEL_WINDOWS, panelTerms } from "./panel.ts";

const json = (changes: JsonObject = {}): JsonObject => ({
  ...courtJson(panelTerms("rating")),
  ...changes,
});

function read(court: JsonObject, terms = sampleTerms(PANEL)): string {
  const parsed = parseTerms({ ...termsJson(terms), court });
  if (parsed.ok) return "ok";
  const { refusal } = parsed;
  return "field" in refusal ? refusal.field : `${refusal.code}`;
}

describe("the terms of a panel", () => {
  const bounds = Object.values(PANEL_WINDOWS).flatMap(({ wire, min, max }) => [
    { court: json({ [wire]: BigInt(min) }), is: "ok" },
    { court: json({ [wire]: BigInt(min - 1) }), is: `terms.court.${wire}` },
    { court: json({ [wire]: BigInt(max) }), is: "ok" },
    { court: json({ [wire]: BigInt(max + 1) }), is: `terms.court.${wire}` },
    { court: json({ [wire]: null }), is: `terms.court.${wire}` },
  ]);

  test.each([
    ...bounds,
    { court: json({ pool: "receipts" }), is: "ok" },
    { court: json({ pool: "friends" }), is: "terms.court.pool" },
    { court: json({ judge: SERVER.party }), is: "terms.court" },
  ])("$court are read as $is", ({ court, is }) => {
    expect(read(court)).toBe(is);
  });

  test("need no money, and hold it only where the market holds it", () => {
    expect(read(json(), freeTerms({ court: panelTerms("rating") }))).toBe("ok");
    const pot = potOf(
      {
        schedule: "court-fees",
        asset: { code: "ETH", decimals: 18 },
        rail: "evm",
        bounty: 1_000n,
        minBond: 1n,
        tierFees: [],
        platformFeeBps: 0n,
        cancelFeeBps: 0n,
        restitution: true,
      },
      true,
    );
    const onChain = sampleTerms({ ...PANEL, pots: [pot], rules: { reopens: false } });
    expect(read(json(), onChain)).toBe("unsupported_terms");
  });

  test("name no tiers, so there is no judge to pay", () => {
    expect(read(json(), sampleTerms({ pots: [samplePot()] }))).toMatch(/^terms.pots\[0\]/);
  });
});

describe("a commitment", () => {
  const commitment = "ab".repeat(32);
  test.each([
    {
      when: "a panel is asked",
      told: () => accepted(PANEL),
      data: { commitment },
      to: "deliberating",
    },
    {
      when: "a panel is asked, without",
      told: () => accepted(PANEL),
      data: {},
      to: "malformed_act",
    },
    {
      when: "it is no hash",
      told: () => accepted(PANEL),
      data: { commitment: "x" },
      to: "malformed_act",
    },
    {
      when: "the check is run first",
      told: () => checkablePanel(),
      data: { commitment },
      to: "awaiting_response",
    },
    {
      when: "the check is run first, without",
      told: () => checkablePanel(),
      data: {},
      to: "malformed_act",
    },
    { when: "tiers are asked", told: () => accepted(), data: { commitment }, to: "malformed_act" },
  ])("with a dispute when $when → $to", ({ told, data, to }) => {
    expect(told().leadsTo(PRINCIPAL, "dispute_filed", { argument: "", ...data })).toBe(to);
  });

  test("is needed by an appeal from the check to a panel, and by no other appeal", () => {
    const told = checkablePanel().act(PRINCIPAL, "dispute_filed").lapse();
    told.act(SERVER, "checked", checkedData("pass"));
    const appeal = { argument: "" };
    expect(told.leadsTo(PRINCIPAL, "appeal", appeal)).toBe("malformed_act");
    expect(told.leadsTo(PRINCIPAL, "appeal", { ...appeal, commitment })).toBe("deliberating");
    expect(ruled().leadsTo(PRINCIPAL, "appeal", { ...appeal, commitment })).toBe("malformed_act");
  });
});

describe("before a panel", () => {
  test("nobody rules alone, refuses the case or calls it unreadable", () => {
    const ruling = { outcome: "fulfilled", court: "district", question: 0n, reasoning: "" };
    for (const told of [calling(), revealing(), hearing(), voting()]) {
      expect(told.leadsTo(SERVER, "ruling", ruling)).toBe("not_a_party");
      for (const reason of ["refused", "unreadable"]) {
        expect(told.leadsTo(SERVER, "ruling_final", { reason, question: 0n })).not.toBe("resolved");
      }
      expect(told.leadsTo(SERVER, "voided", { reason: "refused", question: 0n })).not.toBe(
        "voided",
      );
    }
  });

  test("a case that the market does not call is voided, and an appeal leaves the ruling", () => {
    expect(calling().lapse().phase).toBe("voided");
    const told = checkablePanel().act(PRINCIPAL, "dispute_filed").lapse();
    told.act(SERVER, "checked", checkedData("pass")).act(PRINCIPAL, "appeal");
    expect(told.lapse().state.outcome?.row).toBe("ruled_fulfilled");
  });

  test("the respondent has no window of its own, and a halt is a cancellation", () => {
    expect(calling().leadsTo(AGENT, "dispute_response")).toBe("wrong_phase");
    expect(accepted(PANEL).leadsTo(PRINCIPAL, "halt")).toBe("canceled");
    expect(fixed(PANEL).leadsTo(PRINCIPAL, "halt")).toBe("fix_pending");
    expect(filed().phase).toBe("awaiting_response");
  });

  test("a silent buyer's fix that cannot be judged is split, and either side may ask the panel", () => {
    const silent = reviewed({
      ...PANEL,
      work: { kind: "run", spec: { command: "make test" } },
    }).lapse();
    expect(silent.state.case?.bench).toBe("replay");
    expect(silent.lapse().phase).toBe("ruled");
    const commitment = "ab".repeat(32);
    for (const by of [PRINCIPAL, AGENT]) {
      expect(silent.leadsTo(by, "appeal", { argument: "", commitment })).toBe("deliberating");
    }
    expect(silent.lapse().state.outcome?.row).toBe("ruled_split");
  });

  test("a replay without a verdict goes on with the nonce of the filing", () => {
    const told = checkablePanel().act(PRINCIPAL, "dispute_filed").lapse().lapse();
    expect(told.state.case).toMatchObject({ bench: "panel", panel: { stage: "calling" } });
    told.act(SERVER, "panel_called").act(PRINCIPAL, "dispute_reveal");
    expect(told.state.case?.panel?.stage).toBe("drawing");
  });

  test("a respondent that does not answer loses, where there is no panel", () => {
    expect(unseated().lapse().paid).toBe("principal 70");
    const told = accepted(PANEL).act(AGENT, "dispute_filed");
    told.act(SERVER, "panel_called", { ...noPool(), question: 0n });
    expect(told.state.deadline).toMatchObject({ kind: "fallback", waitingFor: "principal" });
    expect(told.lapse().paid).toBe("agent 70");
  });

  test("the market is asked with a task of the kind that judges are asked with", () => {
    const told = calling();
    expect(told.tasks).toMatchObject([
      { kind: "ask_judge", payload: { bench: "panel", judge: SERVER.party, question: 0 } },
    ]);
    expect(story(sampleTerms(PANEL)).tasks).toEqual([]);
    expect(opening().tasks).toHaveLength(1);
  });
});

function noPool(): JsonObject {
  return { dispute: "d", proposal: "p", server_nonce: "00".repeat(16), pool: [] };
}
