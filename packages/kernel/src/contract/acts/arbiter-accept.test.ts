import {
  AGENT,
  ARBITERS,
  deliberating,
  drawing,
  drawn,
  hearing,
  PANEL,
  PRINCIPAL,
  RIVAL,
  SERVER,
  Story,
  sampleTerms,
  seating,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { bondsHeld } from "../../court/panel/bonds.ts";
import { panelTerms } from "../../court/panel/panel.ts";
import { actTable } from "../test/act-table.ts";

const [, ada, bob, cyd, dan] = ARBITERS;

actTable("arbiter_accept", ada!, [
  { when: "it was drawn", told: seating(), to: "deliberating" },
  { when: "it comes at the deadline", told: seating().wait(1_800), to: "deliberating" },
  { when: "it comes late", told: seating().wait(1_800.001), to: "deadline_passed" },
  { when: "it was not drawn", told: seating(), by: dan!, to: "not_a_party" },
  { when: "a side sends it", told: seating(), by: AGENT, to: "not_a_party" },
  { when: "the server sends it", told: seating(), by: SERVER, to: "not_a_party" },
  { when: "the draw is not announced", told: drawing(), to: "wrong_stage" },
  { when: "all three sit", told: hearing(), to: "wrong_stage" },
  { when: "it has accepted", told: seating().act(ada!, "arbiter_accept"), to: "already_answered" },
  { when: "it has declined", told: seating().act(ada!, "arbiter_decline"), to: "already_answered" },
  { when: "a tier has the case", told: deliberating(), to: "not_a_party" },
]);

test("with the third the evidence window opens, or the votes if both sides were heard", () => {
  const told = seating().act(ada!, "arbiter_accept").act(bob!, "arbiter_accept");
  expect(told.state.case?.panel?.stage).toBe("seating");
  told.act(PRINCIPAL, "evidence").act(cyd!, "arbiter_accept");
  expect(told.state.case?.panel?.stage).toBe("evidence");
  const heard = seating().act(PRINCIPAL, "evidence").act(AGENT, "evidence");
  for (const by of drawn(heard)) heard.act(by, "arbiter_accept");
  expect(heard.state.case?.panel?.stage).toBe("voting");
});

test("25 RATING are held for each where the pool is by rating, and nothing where it is not", () => {
  const told = hearing();
  expect(told.holds.slice(-3)).toMatchObject(
    [ada, bob, cyd].map((one) => ({ pot: 2, side: "arbiter", party: one?.party, amount: 25n })),
  );
  expect(bondsHeld(told.state)).toBe(75n);
  const free = hearing({ court: panelTerms("receipts") });
  expect(free.holds.some(({ side }) => side === "arbiter")).toBe(false);
  expect(bondsHeld(free.state)).toBe(0n);
});

describe("nobody sits who", () => {
  const owned = (mine: string, theirs: string): Story => {
    const isSameOwner = (one: string, other: string): boolean =>
      one === other || (one === mine && other === theirs);
    // The keys were bound after the panel was called.
    const told = new Story(sampleTerms(PANEL), {
      isSameOwner: (one, other) =>
        told.isPosted && stage(told) === "seating" ? isSameOwner(one, other) : one === other,
    });
    told.act(PRINCIPAL, "post").act(AGENT, "bond").act(AGENT, "accept");
    told.act(PRINCIPAL, "dispute_filed").act(SERVER, "panel_called");
    return told.act(PRINCIPAL, "dispute_reveal").lapse();
  };
  const stage = (told: Story): string | undefined => told.state.case?.panel?.stage;

  test.each([
    { is: "of the principal's owner", theirs: PRINCIPAL.party },
    { is: "of the agent's owner", theirs: AGENT.party },
  ])("is $is", ({ theirs }) => {
    expect(owned(ada!.party, theirs).leadsTo(ada!, "arbiter_accept")).toBe("conflict_of_interest");
    expect(owned(RIVAL.party, theirs).leadsTo(ada!, "arbiter_accept")).toBe("deliberating");
  });

  test("has a vote already under another key", () => {
    const told = owned(bob!.party, ada!.party).act(ada!, "arbiter_accept");
    expect(told.leadsTo(bob!, "arbiter_accept")).toBe("conflict_of_interest");
    expect(told.leadsTo(cyd!, "arbiter_accept")).toBe("deliberating");
  });
});
