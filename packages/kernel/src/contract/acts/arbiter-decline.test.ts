import { AGENT, ARBITERS, drawing, hearing, RIVAL, seating } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { bondsHeld } from "../../court/panel/bonds.ts";
import { actTable, textLimit } from "../test/act-table.ts";

const [eve, ada, bob, cyd, dan] = ARBITERS;

actTable("arbiter_decline", ada!, [
  { when: "it was drawn", told: seating(), to: "deliberating" },
  { when: "it comes late", told: seating().wait(1_800.001), to: "deadline_passed" },
  { when: "it was not drawn", told: seating(), by: RIVAL, to: "not_a_party" },
  {
    when: "it is next in the draw, but was not asked",
    told: seating(),
    by: dan!,
    to: "not_a_party",
  },
  { when: "the draw is not announced", told: drawing(), to: "wrong_stage" },
  { when: "all three sit", told: hearing(), to: "wrong_stage" },
  { when: "it has accepted", told: seating().act(ada!, "arbiter_accept"), to: "already_answered" },
  { when: "it has declined", told: seating().act(ada!, "arbiter_decline"), to: "already_answered" },
]);

textLimit("arbiter_decline", ada!, {
  field: "reason",
  max: 2_000,
  isOptional: true,
  told: seating,
  to: "deliberating",
});

test("the next in the draw is asked, on the same clock", () => {
  const told = seating().wait(60).act(ada!, "arbiter_decline");
  expect(told.state.deadline).toEqual(seating().state.deadline);
  for (const by of [bob!, cyd!, dan!]) told.act(by, "arbiter_accept");
  expect(told.state.case?.panel?.stage).toBe("evidence");
  expect(told.state.case?.panel?.arbiters.map(({ is }) => is)).toEqual([
    "declined",
    "seated",
    "seated",
    "seated",
  ]);
});

test("after two replacements a decline leaves no panel, and bonds go back", () => {
  const told = seating().act(ada!, "arbiter_accept");
  told.act(bob!, "arbiter_decline").act(dan!, "arbiter_decline");
  expect(told.state.case?.panel?.stage).toBe("seating");
  told.act(eve!, "arbiter_decline");
  expect(told.state.case?.panel?.stage).toBe("fallback");
  expect(told.paid).toBe("arbiter 25");
  expect(bondsHeld(told.state)).toBe(0n);
  expect(told.state.deadline).toMatchObject({ kind: "fallback", waitingFor: "agent" });
});

test("if the other side has answered by then, nobody is at fault", () => {
  const told = seating().act(AGENT, "evidence").act(ada!, "arbiter_accept");
  for (const by of [bob!, dan!, eve!]) told.act(by, "arbiter_decline");
  expect(told.phase).toBe("resolved");
  expect(told.state.outcome?.row).toBe("ruled_impossible");
  expect(told.paid).toBe("arbiter 25, principal 30, agent 40");
});
