import { describe, expect, test } from "vitest";
import { isRoot, ordinaryUser } from "../../test/as-user.ts";
import { Place } from "../../test/scenario.ts";
import { VIEW_SCENARIOS } from "../../test/view-scenarios.ts";

describe.skipIf(!isRoot)("in root's sandbox (needs root)", () => {
  test.each(VIEW_SCENARIOS)("$claim", async ({ holds }) => {
    await using place = new Place();
    await holds(place);
  });
});

test("every claim about what is seen holds for an ordinary user too", async () => {
  await using user = await ordinaryUser();
  const entry = new URL("../../test/view-scenarios.entry.ts", import.meta.url);
  const told = await user.run<{ claim: string; problem: string | null }>(entry);
  expect(told.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(told).toHaveLength(VIEW_SCENARIOS.length);
});
