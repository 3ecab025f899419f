import { sample } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { isRoot, ordinaryUser } from "../../test/as-user.ts";
import { Place, SCENARIOS } from "../../test/sandbox-scenarios.ts";

describe.skipIf(!isRoot)("root's sandbox (needs root)", () => {
  test.each(sample("sandbox scenarios of root", SCENARIOS, 15))("$claim", async ({ holds }) => {
    await using place = new Place();
    await holds(place);
  });
});

test("every guarantee holds for an ordinary user too", async () => {
  await using user = await ordinaryUser();
  const entry = new URL("../../test/scenarios.entry.ts", import.meta.url);
  const told = await user.run<{ claim: string; problem: string | null }>(entry);
  expect(told.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(told.map(({ claim }) => claim)).toEqual(SCENARIOS.map(({ claim }) => claim));
});
