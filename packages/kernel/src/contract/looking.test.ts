/** Seats that are left for free: what they cost the contract, and when looking is over. */
import {
  AGENT,
  awaitingDeposit,
  bonded,
  NO_COURT,
  PRINCIPAL,
  RIVAL,
  SERVER,
  type Story,
  sampleTerms,
  story,
  toySigner,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { Signer } from "../identity/signer.ts";
import { NOBODY_LOOKED } from "./looking.ts";
import type { Rules } from "./rules.ts";

const key = (number: number): Signer => toySigner(`stranger-${number}`);

/** So many keys bond and decline at once. */
function declined(told: Story, times: number): Story {
  for (let number = 1; number <= times; number += 1) {
    told.act(key(number), "bond").act(key(number), "decline");
  }
  return told;
}

const withRules = (rules: Partial<Rules>): Story => story(sampleTerms({ rules }));

/** One free seat was left, and that was the last one. */
const over = (rules = {}): Story => declined(withRules({ maxFreeSeats: 1, ...rules }), 1);

const clock = ({ state, nowMs }: Story): string => {
  const { deadline } = state;
  return `${deadline?.kind} ${deadline?.waitingFor} ${((deadline?.atMs ?? 0) - nowMs) / 1_000}`;
};

test("ten strangers who decline cost the contract no seat", () => {
  const told = declined(story(), 10);
  expect(told.phase).toBe("open");
  expect(told.state).toMatchObject({ seatsTaken: 10, seatsCounted: 0 });
  expect(told.state.looking).toMatchObject({ seats: 10, ms: 0, isOver: false });
  expect(told.leadsTo(AGENT, "bond")).toBe("investigating");
});

test.each([
  { how: "declined", left: (told: Story) => told.act(AGENT, "decline") },
  { how: "backed out of the look", left: (told: Story) => told.act(AGENT, "back_out") },
  { how: "silent", left: (told: Story) => told.lapse() },
  { how: "left in grace", left: (told: Story) => told.act(AGENT, "accept").act(AGENT, "back_out") },
])("a seat $how is free", ({ left }) => {
  const { state, phase } = left(bonded());
  expect([phase, state.seatsCounted, state.looking.seats]).toEqual(["open", 0, 1]);
});

test("a seat left late counts, and looking starts afresh", () => {
  const told = declined(story(), 3);
  told.act(AGENT, "bond").wait(9).act(AGENT, "accept").wait(31).act(AGENT, "back_out");
  expect(told.state).toMatchObject({ seatsTaken: 4, seatsCounted: 1, looking: NOBODY_LOOKED });
});

describe("the time of a look", () => {
  test("ends one seat after 180 s, however often the turns restart", () => {
    const told = bonded();
    for (const seconds of [50, 50, 50]) {
      told.wait(seconds).act(AGENT, "investigate").act(PRINCIPAL, "result");
    }
    expect(clock(told)).toBe("look agent 30");
    expect(told.lapse().phase).toBe("open");
    expect(told.transcript().entries.at(-1)?.data).toEqual({ reason: "look_over" });
  });

  test("ends while the principal owes an answer: as a decline, not as its silence", () => {
    const told = bonded().wait(100).act(AGENT, "investigate");
    expect(clock(told)).toBe("look principal 80");
    expect(told.lapse().phase).toBe("open");
    expect(told.paid).toBe("agent 0.67");
  });

  test("a silent principal is silent where its turn ends with the look", () => {
    const told = bonded().wait(60).act(AGENT, "investigate");
    expect(clock(told)).toBe("turn principal 120");
    expect(told.lapse().state.outcome?.row).toBe("principal_silent_before_acceptance");
  });

  test("is added up over free seats, also after acceptance", () => {
    const told = bonded().wait(100).act(AGENT, "decline");
    told.act(RIVAL, "bond").wait(50).act(RIVAL, "accept").wait(20).act(RIVAL, "back_out");
    expect(told.state.looking).toMatchObject({ seats: 2, ms: 150_000 });
  });

  test("a timeout that is written late counts up to its deadline", () => {
    const told = bonded().wait(10_000);
    told.act(SERVER, "abandoned", { reason: "agent_silent" });
    expect(told.state.looking.ms).toBe(120_000);
  });

  test("ends the running look when the contract's looking time is used up", () => {
    const told = withRules({ lookingSeconds: 100 }).act(AGENT, "bond").wait(70);
    told.act(AGENT, "decline").act(RIVAL, "bond");
    expect(clock(told)).toBe("look agent 30");
    told.lapse();
    expect(told.phase).toBe("open");
    expect(told.state.looking).toMatchObject({ seats: 2, ms: 100_000, isOver: true });
    expect(clock(told)).toBe("pickup any_agent 30");
  });

  test("a reservation uses the contract's looking time, not the agent's own look", () => {
    const told = awaitingDeposit().act(SERVER, "funded").act(AGENT, "bond");
    told.wait(15).act(SERVER, "funded");
    for (const seconds of [60, 60]) {
      told.wait(seconds).act(AGENT, "investigate").act(PRINCIPAL, "result");
    }
    expect(clock(told)).toBe("look agent 60");
    expect(told.act(AGENT, "decline").state.looking.ms).toBe(135_000);
  });

  test("a reservation ends with the looking time", () => {
    const told = awaitingDeposit({ rules: { lookingSeconds: 10 } }).act(SERVER, "funded");
    expect(clock(told.act(AGENT, "bond"))).toBe("look agent 10");
    expect(told.lapse().state.looking.isOver).toBe(true);
  });

  test("accepting with a command open gives the principal a turn that the look had cut", () => {
    const told = bonded().wait(100).act(AGENT, "investigate").wait(50).act(AGENT, "accept");
    expect(clock(told)).toBe("turn principal 120");
  });

  test("a named agent has only its turns", () => {
    const told = bonded({ agent: AGENT.party, rules: { seatLookSeconds: 5, lookingSeconds: 5 } });
    expect(clock(told)).toBe("turn agent 120");
  });
});

describe("when looking is over", () => {
  test.each([
    { because: "the last free seat was left", told: over() },
    {
      because: "the time is used up",
      told: withRules({ lookingSeconds: 100 }).act(RIVAL, "bond").wait(100).act(RIVAL, "decline"),
    },
    {
      because: "too much was written",
      told: [1, 2, 3, 4, 5]
        .reduce(
          (told) =>
            told
              .act(RIVAL, "investigate")
              .act(PRINCIPAL, "result", { command: "cat Makefile", output: "é".repeat(50_000) }),
          withRules({ investigationRateSeconds: 0 }).act(RIVAL, "bond"),
        )
        .act(RIVAL, "decline"),
    },
  ])("because $because, the contract opens for a fresh pickup", ({ told }) => {
    expect(told.state.looking.isOver).toBe(true);
    expect(clock(told)).toBe("pickup any_agent 30");
  });

  test.each(["bond", "accept"] as const)("%s takes the seat and the contract", (act) => {
    const told = over().act(AGENT, act);
    expect(told.phase).toBe("in_progress");
    expect(told.state.seat?.isAccepted).toBe(true);
    expect(clock(told)).toBe("turn agent 120");
  });

  test("the agent has no grace, the principal has", () => {
    const told = over().act(AGENT, "bond");
    expect(over().act(AGENT, "bond").act(PRINCIPAL, "cancel").state.outcome?.row).toBe(
      "principal_left_in_grace",
    );
    told.act(AGENT, "back_out");
    expect(told.state).toMatchObject({ seatsCounted: 1, isFeeDue: true, looking: NOBODY_LOOKED });
    expect(told.leadsTo(RIVAL, "bond")).toBe("investigating");
  });

  test("the agent has no grace where the contract ends with it", () => {
    const told = over({ reopens: false }).act(AGENT, "bond").act(AGENT, "back_out");
    expect(told.state.outcome?.row).toBe("agent_left_late");
  });

  const slow = (): Story =>
    declined(awaitingDeposit({ rules: { maxFreeSeats: 1 } }).act(SERVER, "funded"), 1);

  test("a deposit that arrives later accepts then", () => {
    const told = slow().act(AGENT, "bond");
    expect([told.phase, clock(told)]).toEqual(["reserved", "reservation agent 20"]);
    expect(slow().leadsTo(AGENT, "accept")).toBe("bond_first");
    expect(told.wait(5).act(SERVER, "funded").phase).toBe("in_progress");
    expect(told.state.seat?.isAccepted).toBe(true);
  });

  test.each([
    { how: "lapses", left: (told: Story) => told.lapse() },
    { how: "is declined", left: (told: Story) => told.act(AGENT, "decline") },
  ])("a reservation that $how counts: the seat cannot be reserved for ever", ({ left }) => {
    const { state } = left(slow().act(AGENT, "bond"));
    expect(state).toMatchObject({ seatsCounted: 1, isFeeDue: false, looking: NOBODY_LOOKED });
  });

  test("without a court it is the same", () => {
    const told = declined(story(sampleTerms({ ...NO_COURT, rules: { maxFreeSeats: 1 } })), 1);
    expect(told.leadsTo(AGENT, "bond")).toBe("in_progress");
  });
});

test("a contract has at most as many seats as its rules allow, free ones included", () => {
  const told = withRules({ maxAgents: 2, maxFreeSeats: 2 });
  let seats = 0;
  while (told.leadsTo(key(seats), "bond") !== "seats_exhausted") {
    told.act(key(seats), "bond");
    const how = told.phase === "investigating" ? "decline" : "back_out";
    told.act(key(seats), how);
    seats += 1;
  }
  expect(seats).toBe(2 * (2 + 1));
});
