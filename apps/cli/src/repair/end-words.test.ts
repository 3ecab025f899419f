import { expect, test } from "vitest";
import { MarketStand } from "../../test/market-stand.ts";
import { endWords } from "./end-words.ts";

test("whoever stops an agent at work is told that a court decides, and until when", async () => {
  await using stand = await MarketStand.open();
  const taken = await stand.taken(await stand.post("make"));
  const contract = await stand.act(taken, stand.person, "halt", { reason: "stop" });
  const { deadline } = contract.state;
  const nowMs = (deadline?.atMs ?? 0) - 7_000;
  const said = endWords({ is: "halted", contract, repaired: null }, nowMs);
  expect(said.map(({ text }) => text).join("\n")).toMatch(
    /a court decides on 1\.34 XNO\nwaits for .*, 7 s left; then .*\nfix show [0-9a-f]{16} /,
  );
});

test("whoever stops before an agent came is told that the money comes back", async () => {
  await using stand = await MarketStand.open();
  const contract = await stand.act(await stand.post("make"), stand.person, "halt", {
    reason: "stop",
  });
  const said = endWords({ is: "halted", contract, repaired: null }, 0);
  expect(said.map(({ text }) => text)).toEqual([
    "you stopped it; the contract has ended and your money is returned",
  ]);
});
