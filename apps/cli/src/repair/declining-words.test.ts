import { expect, test } from "vitest";
import { TestMarket } from "../../test/test-market.ts";
import { costOfDeclining, whatFollowsDeclining } from "./declining-words.ts";

test("declining names the court and what losing there costs, where there is one", async () => {
  await using stand = await TestMarket.open();
  const taken = await stand.taken(await stand.post("make"));
  const { state } = await stand.act(taken, stand.agent, "fix", { fix: "true" });
  expect(costOfDeclining(state)).toContain("you would get back 0.15 XNO of your 0.67 XNO");
  expect(whatFollowsDeclining(state)).toContain("try again, leave or go to court; Ctrl+C");
  const without = { ...state, terms: { ...state.terms, court: { kind: "none" } as const } };
  expect(costOfDeclining(without)).toBeNull();
  expect(whatFollowsDeclining(without)).toContain("try again or leave; Ctrl+C");
});
