import type { Contract } from "@bazaar/doors/connection";
import { expect, test } from "vitest";
import { TestMarket } from "../../test/test-market.ts";
import { outcomeWords, unrepaired } from "./outcome-words.ts";

const NOTHING = { declined: null, hasHint: false };

test.each([
  { search: { ...NOTHING, hasTried: false }, says: ["No known fix."] },
  { search: { ...NOTHING, hasTried: true }, says: ["No fix worked; your files are unchanged"] },
  { search: { declined: null, hasHint: true, hasTried: false }, says: [] },
  { search: { declined: null, hasHint: true, hasTried: true }, says: ["your files are unchanged"] },
  {
    search: { declined: "by_you" as const, hasHint: false, hasTried: true },
    says: ["rejected by you (the check passed); your files are unchanged"],
  },
])("$search says $says", ({ search, says }) => {
  const said = unrepaired(search);
  expect(said.map(({ text }) => text)).toEqual(says);
});

test("after an interrupt the words say what became of the contract", async () => {
  await using stand = await TestMarket.open();
  const words = (contract: Contract, nowMs = 0) =>
    outcomeWords({ is: "stopped", contract, repaired: null }, nowMs, NOTHING).map(
      ({ text }) => text,
    );
  const early = await stand.act(await stand.post("make"), stand.person, "cancel", {});
  expect(words(early)).toEqual([
    "stopped by you; the contract has ended and your money is returned",
  ]);
  const taken = await stand.taken(await stand.post("make"));
  const fixed = await stand.act(taken, stand.agent, "fix", { fix: "true" });
  const failed = { success: false, explanation: "stopped", evidence: {} };
  const late = await stand.act(fixed, stand.person, "verify", failed);
  const [rejected] = words(await stand.act(late, stand.person, "cancel", {}));
  expect(rejected).toBe("stopped by you; the fix is rejected, which has a fee");
  const nowMs = (fixed.state.deadline?.atMs ?? 0) - 7_000;
  expect(words(fixed, nowMs).join("\n")).toMatch(
    /but the contract continues\nit waits for .*, 7 s left; then .*\nfix show [0-9a-f]{16} /,
  );
});
