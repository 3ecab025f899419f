import { decide, type PartyAct } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { TestMarket } from "../../test/test-market.ts";
import { backIfDeclinedAndLost, rejectionCost, stakesOf } from "./stakes.ts";

const SECOND_MS = 1_000;

interface Row {
  readonly when: string;
  readonly act: PartyAct;
  readonly fromFix: boolean;
  readonly afterMs: number;
  readonly by: "principal" | "agent";
  readonly first: string;
  readonly isCostly: boolean;
}

test.each<Row>([
  {
    when: "an agent has just begun",
    act: "cancel",
    fromFix: false,
    afterMs: SECOND_MS,
    by: "principal",
    first: "It costs you nothing: you 0.67 XNO, the agent 0.67 XNO.",
    isCostly: false,
  },
  {
    when: "the grace is over",
    act: "cancel",
    fromFix: false,
    afterMs: 40 * SECOND_MS,
    by: "principal",
    first: "It costs you 0.15 XNO: the agent 0.72 XNO, you 0.52 XNO, the market 0.1 XNO.",
    isCostly: true,
  },
  {
    when: "a fix is there",
    act: "halt",
    fromFix: true,
    afterMs: SECOND_MS,
    by: "principal",
    first:
      "The district court costs 0.02 XNO, paid by the losing side. You have 0.67 XNO at stake; after the market's fee you get back:",
    isCostly: true,
  },
  {
    when: "the agent takes it to court",
    act: "dispute_filed",
    fromFix: true,
    afterMs: SECOND_MS,
    by: "agent",
    first:
      "The district court costs 0.02 XNO, paid by the losing side. You have 0.67 XNO at stake; after the market's fee you get back:",
    isCostly: true,
  },
  {
    when: "somebody only talks",
    act: "message",
    fromFix: false,
    afterMs: SECOND_MS,
    by: "principal",
    first: "",
    isCostly: false,
  },
])("when $when, $act by the $by says what it costs", async (row) => {
  await using stand = await TestMarket.open();
  const taken = await stand.taken(await stand.post("make test"));
  const { state } = row.fromFix
    ? await stand.act(taken, stand.agent, "fix", { fix: "true" })
    : taken;
  const by = row.by === "principal" ? stand.person.party : stand.agent.party;
  const data = { argument: "no", message: "hello" };
  const decided = decide(state, { type: row.act, by, data }, state.receivedMs + row.afterMs);
  if (!decided.ok) throw new Error(decided.refusal.code);
  const { lines, isCostly } = stakesOf(state, decided.value, row.by);
  expect(lines[0] ?? "").toBe(row.first);
  expect(isCostly).toBe(row.isCostly);
});

test("rejecting a fix costs the market's fee", async () => {
  await using stand = await TestMarket.open();
  const taken = await stand.taken(await stand.post("make"));
  const fixed = await stand.act(taken, stand.agent, "fix", { fix: "true" });
  expect(rejectionCost(fixed.state)).toBe("0.05 XNO");
});

test("declining a fix that passed says what would be left after a lost case", async () => {
  await using stand = await TestMarket.open();
  const taken = await stand.taken(await stand.post("make"));
  const fixed = await stand.act(taken, stand.agent, "fix", { fix: "true" });
  expect(backIfDeclinedAndLost(fixed.state)).toBe("0.15 XNO of your 0.67 XNO");
  const terms = { ...fixed.state.terms, court: { kind: "none" } as const };
  expect(backIfDeclinedAndLost({ ...fixed.state, terms })).toBeNull();
});
