import { sample } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { isRoot, ordinaryUser } from "../../test/as-user.ts";
import { KEPT_SCENARIOS } from "../../test/kept-scenarios.ts";
import { Place } from "../../test/scenario.ts";

const ENTRY = new URL("../../test/kept-scenarios.entry.ts", import.meta.url);
const TIMEOUT_MS = 300_000;

describe.skipIf(!isRoot)("root's kept sandbox (needs root)", () => {
  test.each(sample("kept scenarios of root", KEPT_SCENARIOS, 10))("$claim", async ({ holds }) => {
    await using place = new Place();
    await holds(place);
  });
});

test(
  "every guarantee holds for an ordinary user too",
  async () => {
    await using user = await ordinaryUser();
    const told = await user.run<{ claim: string; problem: string | null }>(ENTRY);
    expect(told.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(told.map(({ claim }) => claim)).toEqual(KEPT_SCENARIOS.map(({ claim }) => claim));
  },
  TIMEOUT_MS,
);
