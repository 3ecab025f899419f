import {
  AGENT,
  accepted,
  bonded,
  deliberating,
  halted,
  PRINCIPAL,
  reviewed,
  SERVER,
  START_MS,
  type Story,
  story,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../canonical/json.ts";
import { extensionOf, type Gap, MAX_ABSENCE_MS, MAX_EXTENSIONS } from "../absence.ts";
import { actTable } from "../test/act-table.ts";

/** In seconds after the start. */
function gap(from: number, to: number): JsonObject {
  return { from: BigInt(START_MS + from * 1_000), to: BigInt(START_MS + to * 1_000) };
}

const gapMs = (from: number, to: number): Gap => ({
  fromMs: START_MS + from * 1_000,
  toMs: START_MS + to * 1_000,
});

const dueSeconds = ({ state }: Story): number => ((state.deadline?.atMs ?? 0) - START_MS) / 1_000;

/** The agent's turn of 120 seconds runs, and 200 have passed. */
const overdue = (): Story => accepted().wait(200);

actTable("extended", SERVER, [
  { when: "the clock ran before the gap", told: overdue(), data: gap(60, 190), to: "in_progress" },
  {
    when: "the gap begins with the last entry",
    told: overdue(),
    data: gap(0, 90),
    to: "in_progress",
  },
  { when: "it ends as it is received", told: overdue(), data: gap(60, 200), to: "in_progress" },
  {
    when: "it begins before the last entry",
    told: overdue(),
    data: gap(-1, 90),
    to: "malformed_act",
  },
  { when: "it ends later", told: overdue(), data: gap(60, 200.001), to: "malformed_act" },
  { when: "it has no length", told: overdue(), data: gap(60, 60), to: "malformed_act" },
  { when: "it ends before it begins", told: overdue(), data: gap(60, 59), to: "malformed_act" },
  {
    when: "it begins a moment before the deadline",
    told: overdue(),
    data: gap(119.999, 190),
    to: "in_progress",
  },
  { when: "it begins at the deadline", told: overdue(), data: gap(120, 190), to: "malformed_act" },
  { when: "a time is a text", told: overdue(), data: { from: "0", to: 1n }, to: "malformed_act" },
  { when: "the contract has ended", told: story().lapse(), data: gap(0, 1), to: "contract_ended" },
  { when: "an agent writes it", told: overdue(), by: AGENT, data: gap(60, 190), to: "server_only" },
]);

describe("the clock stands still during a gap", () => {
  test("as much time is left after it as before", () => {
    const told = overdue().act(SERVER, "extended", gap(60, 190));
    expect(dueSeconds(told)).toBe(120 + 130);
    expect(told.leadsTo(AGENT, "fix")).toBe("verifying");
    told.nowMs = START_MS + 250_000;
    expect(told.leadsTo(AGENT, "fix")).toBe("verifying");
    told.nowMs += 1;
    expect(told.leadsTo(AGENT, "fix")).toBe("deadline_passed");
    expect(told.leadsTo(SERVER, "abandoned", { reason: "agent_silent" })).toBe("open");
  });

  test("several gaps add up, in their order only", () => {
    const told = overdue().act(SERVER, "extended", gap(20, 30));
    expect(told.leadsTo(SERVER, "extended", gap(29, 40))).toBe("malformed_act");
    told.act(SERVER, "extended", gap(30, 40)).act(SERVER, "extended", gap(125, 135));
    expect(dueSeconds(told)).toBe(150);
  });

  test("an act received inside a gap leaves only what is after it", () => {
    const told = accepted().wait(70).act(PRINCIPAL, "message").wait(60);
    expect(told.leadsTo(SERVER, "extended", gap(60, 130))).toBe("malformed_act");
    expect(told.leadsTo(SERVER, "extended", gap(70, 130))).toBe("in_progress");
  });

  test("a grace period that was running is longer by the gap", () => {
    const grace = (from: number): number =>
      ((overdue().act(SERVER, "extended", gap(from, 100)).state.seat?.graceEndsMs ?? 0) -
        START_MS) /
      1_000;
    expect(grace(10)).toBe(30 + 90);
    expect(grace(29.999)).toBe(100.001);
    expect(grace(30)).toBe(30);
  });

  test("leaving is free again in a grace period that an outage had used up", () => {
    const late = accepted().wait(40);
    expect(late.act(AGENT, "back_out").paid).toContain("platform");
    const moved = accepted().wait(40).act(SERVER, "extended", gap(5, 39));
    expect(moved.act(AGENT, "back_out").paid).toBe("agent 0.67");
  });

  test.each([
    { clock: "a pickup", told: story, seconds: 30 },
    { clock: "a look", told: bonded, seconds: 120 },
    { clock: "a court", told: deliberating, seconds: 60 },
    { clock: "a halt", told: halted, seconds: 60 },
  ])("so does that of $clock", ({ told, seconds }) => {
    const moved = told().wait(500).act(SERVER, "extended", gap(10, 500));
    expect(dueSeconds(moved)).toBe(seconds + 490);
  });

  test("a halted contract keeps the time it had left", () => {
    const told = accepted().wait(20).act(PRINCIPAL, "halt").wait(300);
    told.act(SERVER, "extended", gap(25, 320)).act(PRINCIPAL, "resume");
    expect(dueSeconds(told)).toBe(320 + 100);
  });
});

describe("its limits", () => {
  const DAY = MAX_ABSENCE_MS / 1_000;

  test("all gaps of a contract add up to a day at most", () => {
    const told = reviewed();
    const start = (told.nowMs - START_MS) / 1_000;
    told.wait(3 * DAY);
    expect(told.leadsTo(SERVER, "extended", gap(start, start + DAY + 0.001))).toBe("malformed_act");
    told.act(SERVER, "extended", gap(start + 1, start + DAY));
    expect(told.leadsTo(SERVER, "extended", gap(start + DAY, start + DAY + 1.001))).toBe(
      "malformed_act",
    );
    expect(told.leadsTo(SERVER, "extended", gap(start + DAY, start + DAY + 1))).toBe("review");
  });

  test("there are only so many", () => {
    const told = overdue();
    for (let at = 0; at < MAX_EXTENSIONS; at += 1) {
      told.act(SERVER, "extended", gap(at / 1_000, (at + 1) / 1_000));
    }
    expect(told.leadsTo(SERVER, "extended", gap(2, 3))).toBe("malformed_act");
  });
});

describe("what a contract is due of a gap", () => {
  test.each([
    { when: "all of it", of: gapMs(60, 190), due: gapMs(60, 190) },
    { when: "what follows the last entry", of: gapMs(-50, 90), due: gapMs(0, 90) },
    { when: "what is over", of: gapMs(60, 900), due: gapMs(60, 200) },
    { when: "nothing before the last entry", of: gapMs(-50, -1), due: null },
    { when: "nothing after the deadline", of: gapMs(120, 190), due: null },
    { when: "nothing of less than a second", of: gapMs(60, 60.999), due: null },
    { when: "a whole second", of: gapMs(60, 61), due: gapMs(60, 61) },
  ])("$when", ({ of, due }) => {
    const told = overdue();
    expect(extensionOf(told.state, of, told.nowMs)).toEqual(due);
  });

  test("a day at most, of a longer gap", () => {
    const told = accepted().wait(3 * 86_400);
    const due = extensionOf(told.state, gapMs(10, 3 * 86_400), told.nowMs);
    expect(due).toEqual(gapMs(10, 10 + 86_400));
    told.act(SERVER, "extended", gap(10, 10 + 86_400));
    expect(extensionOf(told.state, gapMs(10, 3 * 86_400), told.nowMs)).toBeNull();
  });

  test("nothing once the contract has ended", () => {
    const told = story().lapse().wait(100);
    expect(extensionOf(told.state, gapMs(31, 90), told.nowMs)).toBeNull();
  });
});

test("a gap is no time looked: the agent looks for as long as without it", () => {
  const told = bonded().wait(100).act(SERVER, "extended", gap(0, 100));
  expect(told.state.deadline).toMatchObject({ kind: "turn", atMs: START_MS + 220_000 });
  told.act(AGENT, "investigate").wait(90).act(PRINCIPAL, "result");
  expect(told.state.deadline).toMatchObject({ kind: "look", atMs: START_MS + 280_000 });
  told.act(AGENT, "decline");
  expect(told.state.looking.ms).toBe(90_000);
});
