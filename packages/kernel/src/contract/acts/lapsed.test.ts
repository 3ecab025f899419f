import {
  AGENT,
  accepted,
  checkablePanel,
  checkedData,
  contested,
  fixed,
  PANEL,
  PRINCIPAL,
  revealing,
  reviewed,
  SERVER,
  type Story,
  seating,
  voting,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { actTable } from "../test/act-table.ts";
import { clockAct } from "../test/clock-act.ts";

clockAct("lapsed", [
  { when: "the nonce is not revealed", told: revealing, says: { reason: "unrevealed" } },
  { when: "nobody accepts", told: seating, says: { reason: "unseated" } },
]);

actTable("lapsed", SERVER, [
  { when: "votes are cast", told: voting().wait(3_600.001), to: "wrong_phase" },
  { when: "no case is open", told: accepted(PANEL).wait(120.001), to: "wrong_phase" },
]);

describe("a filing without a reveal", () => {
  test.each([
    { from: "in_progress", told: accepted(PANEL), by: PRINCIPAL },
    { from: "verifying", told: fixed(PANEL), by: AGENT },
    { from: "review", told: reviewed(PANEL), by: PRINCIPAL },
    { from: "contest", told: contested(PANEL), by: AGENT },
  ])("goes back to $from with the time that was left", ({ from, told, by }) => {
    const left = (told.state.deadline?.atMs ?? 0) - told.nowMs - 7_000;
    const { kind, waitingFor } = told.state.deadline ?? {};
    told.wait(7).act(by, "dispute_filed").act(SERVER, "panel_called").lapse();
    expect(told.phase).toBe(from);
    expect(told.state.deadline).toEqual({ kind, waitingFor, atMs: told.nowMs + left });
    expect(told.state.case).toBeNull();
    expect(told.leadsTo(by, "dispute_filed")).toBe("filing_lapsed");
  });

  test("leaves the other side free to file", () => {
    const told = revealing().lapse();
    expect(told.leadsTo(AGENT, "dispute_filed")).toBe("deliberating");
  });

  test("on appeal from the check leaves its ruling final", () => {
    const told = checkablePanel().act(PRINCIPAL, "dispute_filed").lapse();
    told.act(SERVER, "checked", checkedData("pass"));
    told.act(PRINCIPAL, "appeal").act(SERVER, "panel_called").lapse();
    expect(told.phase).toBe("resolved");
    expect(told.state.outcome?.row).toBe("ruled_fulfilled");
  });
});

describe("a panel that is not seated", () => {
  const short = (told: Story): Story => {
    const [first] = told.state.case?.panel?.arbiters ?? [];
    const by = { party: first!.party, sign: () => "00".repeat(64) };
    return told.act(by, "arbiter_accept").lapse();
  };

  test("returns the bonds, and gives the other side its time to answer", () => {
    const told = short(seating());
    expect(told.paid).toBe("arbiter 25");
    expect(told.state.deadline).toMatchObject({ kind: "fallback", waitingFor: "agent" });
    expect(told.lapse().paid).toBe("arbiter 25, principal 70");
  });

  test("decides for nobody if the other side has sent its evidence", () => {
    const told = short(seating().act(AGENT, "evidence"));
    expect(told.paid).toBe("arbiter 25, principal 30, agent 40");
  });

  test("decides for nobody if the other side responded before the check was run", () => {
    const told = checkablePanel().act(PRINCIPAL, "dispute_filed").act(AGENT, "dispute_response");
    told.act(SERVER, "checked", checkedData("no_verdict"));
    told.act(SERVER, "panel_called").act(PRINCIPAL, "dispute_reveal").lapse().lapse();
    expect(told.state.outcome?.row).toBe("ruled_impossible");
  });
});
