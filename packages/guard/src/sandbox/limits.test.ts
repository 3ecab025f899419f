import { describe, expect, test } from "vitest";
import { isRoot, ordinaryUser } from "../../test/as-user.ts";
import { GROWTH_SCENARIOS } from "../../test/growth-scenarios.ts";
import { Place } from "../../test/scenario.ts";

const TIMEOUT_MS = 120_000;

describe.skipIf(!isRoot)("root's limits (needs root)", () => {
  test.each(GROWTH_SCENARIOS)("$claim", { timeout: TIMEOUT_MS }, async ({ holds }) => {
    await using place = new Place();
    await holds(place);
  });
});

test("every limit holds for an ordinary user too", { timeout: TIMEOUT_MS }, async () => {
  await using user = await ordinaryUser();
  const entry = new URL("../../test/growth.entry.ts", import.meta.url);
  const told = await user.run<{ claim: string; problem: string | null }>(entry);
  expect(told.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(told.map(({ claim }) => claim)).toEqual(GROWTH_SCENARIOS.map(({ claim }) => claim));
});
