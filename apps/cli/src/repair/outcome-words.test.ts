import { expect, test } from "vitest";
import { TestMarket } from "../../test/test-market.ts";
import { outcomeWords } from "./outcome-words.ts";

test("after an interrupt with an agent at work, a court decides by a given time", async () => {
  await using stand = await TestMarket.open();
  const taken = await stand.taken(await stand.post("make"));
  const contract = await stand.act(taken, stand.person, "halt", { reason: "stop" });
  const { deadline } = contract.state;
  const nowMs = (deadline?.atMs ?? 0) - 7_000;
  const said = outcomeWords({ is: "halted", contract, repaired: null }, nowMs);
  expect(said.map(({ text }) => text).join("\n")).toMatch(
    /a court decides on 1\.34 XNO\nwaits for .*, 7 s left; then .*\nfix show [0-9a-f]{16} /,
  );
});

test("after an interrupt before an agent came, the money is returned", async () => {
  await using stand = await TestMarket.open();
  const contract = await stand.act(await stand.post("make"), stand.person, "halt", {
    reason: "stop",
  });
  const said = outcomeWords({ is: "halted", contract, repaired: null }, 0);
  expect(said.map(({ text }) => text)).toEqual([
    "you stopped it; the contract has ended and your money is returned",
  ]);
});
