import {
  AGENT,
  ARBITERS,
  accepted,
  budgetPot,
  hearing,
  opening,
  PANEL,
  SAMPLE_SALT,
  SERVER,
  type Story,
  sealedVote,
  sitting,
  voting,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { bondsHeld } from "../../court/panel/bonds.ts";
import { actTable } from "../test/act-table.ts";

const [, ada, bob, cyd, dan] = ARBITERS;
const open = { verdict: "respondent", reasoning: "it works" };
const paid = { pots: [budgetPot()] };

actTable("vote", ada!, [
  { when: "it is the first", told: voting(), to: "deliberating" },
  { when: "it comes at the deadline", told: voting().wait(3_600), to: "deliberating" },
  { when: "it comes late", told: voting().wait(3_600.001), to: "deadline_passed" },
  { when: "evidence is awaited", told: hearing(), to: "wrong_stage" },
  { when: "it has voted", told: voting().act(ada!, "vote"), to: "already_voted" },
  { when: "it was not drawn", told: voting(), by: dan!, to: "not_a_party" },
  { when: "a side votes", told: voting(), by: AGENT, to: "not_a_party" },
  {
    when: "its verdict is unknown",
    told: voting(),
    data: { ...open, verdict: "agent" },
    to: "malformed_act",
  },
  { when: "it has no reasoning", told: voting(), data: { verdict: "mutual" }, to: "malformed_act" },
  {
    when: "it is sealed without need",
    told: voting(),
    data: { commitment: "ab".repeat(32) },
    to: "malformed_act",
  },
  {
    when: "it has a salt and was not sealed",
    told: voting(),
    data: { ...open, salt: SAMPLE_SALT },
    to: "malformed_act",
  },
  { when: "it must be sealed and is open", told: voting(paid), data: open, to: "malformed_act" },
  {
    when: "it is sealed and shows its verdict",
    told: voting(paid),
    data: { ...sealedVote(voting(paid), ada!), verdict: "mutual" },
    to: "malformed_act",
  },
  {
    when: "its seal is no hash",
    told: voting(paid),
    data: { commitment: "x" },
    to: "malformed_act",
  },
  {
    when: "it is sealed",
    told: voting(paid),
    data: sealedVote(voting(paid), ada!),
    to: "deliberating",
  },
  {
    when: "it is sealed twice",
    told: voting(paid).act(ada!, "vote", sealedVote(voting(paid), ada!)),
    data: sealedVote(voting(paid), ada!, "mutual"),
    to: "already_voted",
  },
  { when: "it opens its vote", told: opening(), to: "deliberating" },
  { when: "it opens it twice", told: opening().act(ada!, "vote"), to: "already_voted" },
  { when: "it opens it late", told: opening().wait(300.001), to: "deadline_passed" },
  {
    when: "it opens another verdict",
    told: opening(),
    data: { ...open, salt: SAMPLE_SALT },
    to: "malformed_act",
  },
  {
    when: "it opens it without the salt",
    told: opening(),
    data: { ...open, verdict: "disputant" },
    to: "malformed_act",
  },
  {
    when: "it opens what it has not sealed",
    told: voting(paid)
      .act(bob!, "vote", sealedVote(voting(paid), bob!))
      .lapse(),
    to: "wrong_stage",
  },
]);

/** Votes in the order of the panel; null is silence. */
function decidedBy(verdicts: readonly (string | null)[], told = voting()): Story {
  for (const [at, by] of sitting(told).entries()) {
    const verdict = verdicts[at] ?? null;
    if (verdict !== null) told.act(by, "vote", { verdict, reasoning: "so it is" });
  }
  return told.phase === "resolved" ? told : told.lapse();
}

describe("three votes", () => {
  const [d, r, m] = ["disputant", "respondent", "mutual"];
  test.each([
    {
      votes: [d, d, d],
      row: "ruled_canceled",
      paid: "arbiter 25, arbiter 25, arbiter 25, principal 70",
    },
    {
      votes: [d, r, d],
      row: "ruled_canceled",
      paid: "arbiter 25, arbiter 25, arbiter 25, principal 70",
    },
    {
      votes: [r, r, m],
      row: "ruled_fulfilled",
      paid: "arbiter 25, arbiter 25, arbiter 25, agent 70",
    },
    { votes: [m, m, d], row: "ruled_mutual", paid: "arbiter 25, arbiter 25, arbiter 25, burn 70" },
    { votes: [d, r, m], row: "ruled_mutual", paid: "arbiter 25, arbiter 25, arbiter 25, burn 70" },
    {
      votes: [r, null, r],
      row: "ruled_fulfilled",
      paid: "arbiter 25, burn 25, arbiter 25, agent 70",
    },
    { votes: [r, null, d], row: "ruled_mutual", paid: "arbiter 25, burn 25, arbiter 25, burn 70" },
    { votes: [r, null, null], row: "ruled_mutual", paid: "arbiter 25, burn 25, burn 25, burn 70" },
    { votes: [null, null, null], row: "ruled_mutual", paid: "burn 25, burn 25, burn 25, burn 70" },
  ])("$votes: $row pays $paid", ({ votes, row, paid }) => {
    const told = decidedBy(votes);
    expect(told.phase).toBe("resolved");
    expect(told.state.outcome?.row).toBe(row);
    expect(told.paid).toBe(paid);
    expect(bondsHeld(told.state)).toBe(0n);
  });

  test("are for the agent if it brought the case and they say disputant", () => {
    expect(decidedBy([d, d, d], byAgent()).state.outcome?.row).toBe("ruled_fulfilled");
    expect(decidedBy([r, r, r], byAgent()).state.outcome?.row).toBe("ruled_canceled");
  });

  test("stay in the state: who voted how, who was silent, and what it came to", () => {
    const { panel } = decidedBy([r, null, r]).state.case ?? {};
    expect(panel?.verdict).toBe("respondent");
    expect(panel?.arbiters.map(({ is, verdict }) => `${is} ${verdict}`)).toEqual([
      "voted respondent",
      "silent null",
      "voted respondent",
    ]);
  });
});

/** The agent has brought the case; the arbiters vote. */
function byAgent(): Story {
  const told = accepted(PANEL).act(AGENT, "dispute_filed").act(SERVER, "panel_called");
  told.act(AGENT, "dispute_reveal").lapse();
  for (const by of [ada!, bob!, cyd!]) told.act(by, "arbiter_accept");
  return told.lapse();
}

describe("sealed votes", () => {
  test("are opened when all three are in", () => {
    const told = opening();
    expect(told.state.case?.panel?.stage).toBe("opening");
    for (const by of sitting(told)) told.act(by, "vote");
    expect(told.state.outcome?.row).toBe("ruled_canceled");
  });

  test("are opened when the time is over, if there is one", () => {
    const told = voting(paid)
      .act(ada!, "vote", sealedVote(voting(paid), ada!))
      .lapse();
    expect(told.state.case?.panel?.stage).toBe("opening");
    // The only one that can still be opened has been.
    expect(told.act(ada!, "vote").state.outcome?.row).toBe("ruled_mutual");
    expect(voting(paid).lapse().state.outcome?.row).toBe("ruled_mutual");
  });

  test("that are not opened count as silence", () => {
    const told = opening().act(ada!, "vote").act(bob!, "vote").lapse();
    expect(told.state.outcome?.row).toBe("ruled_canceled");
    expect(told.state.case?.panel?.arbiters.map(({ is }) => is)).toEqual([
      "voted",
      "voted",
      "silent",
    ]);
    expect(told.paid).toBe("arbiter 25, arbiter 25, burn 25, principal 1");
  });

  test("cannot be copied from another arbiter and opened with its salt", () => {
    const told = voting(paid);
    const first = sealedVote(told, ada!);
    for (const by of [ada!, bob!, cyd!]) told.act(by, "vote", first);
    told.act(ada!, "vote");
    expect(told.leadsTo(bob!, "vote")).toBe("malformed_act");
  });
});
