import {
  AGENT,
  awaitingDeposit,
  PRINCIPAL,
  reserved,
  ruled,
  SERVER,
  samplePot,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import { RATING } from "../money/asset.ts";
import type { Pot } from "../settlement/pot.ts";

const stake: Pot = {
  schedule: "stake",
  asset: RATING,
  rail: "ledger",
  funds: "post",
  due: { principal: 25n, agent: 25n },
};
const twoPots = { pots: [samplePot({ rail: "nano" }), stake] };

test("what the ledger holds is taken at once, the rest is waited for", () => {
  const told = awaitingDeposit(twoPots);
  expect(told.phase).toBe("unfunded");
  expect(told.holds).toMatchObject([{ pot: 1, side: "principal", amount: 25n }]);
  expect(told.tasks).toHaveLength(1);
  expect(told.act(SERVER, "funded").phase).toBe("open");
});

test.each([
  {
    when: "the principal never pays",
    told: awaitingDeposit(twoPots).lapse(),
    paid: "principal 25",
  },
  { when: "the agent never pays", told: reserved(twoPots).lapse(), paid: "agent 25" },
  {
    when: "the principal cancels meanwhile",
    told: reserved(twoPots).act(PRINCIPAL, "cancel"),
    paid: "agent 25, principal 0.67, principal 25",
  },
  {
    when: "the agent declines",
    told: reserved(twoPots).act(SERVER, "funded").act(AGENT, "decline"),
    paid: "agent 0.67, agent 25",
  },
])("when $when: $paid", ({ told, paid }) => {
  expect(told.paid).toBe(paid);
});

test("one ruling settles both: the loser's stake goes to the winner", () => {
  const told = ruled("canceled", { pots: [samplePot(), stake] }).lapse();
  expect(told.paid).toBe("principal 0.62, agent 0.65, platform 0.07, principal 50");
  expect(told.legs.map(({ pot }) => pot)).toEqual([0, 0, 0, 1]);
  expect(told.state.held).toEqual([0, 1].map(() => ({ principal: 0n, agent: 0n })));
});
