import { describe, test } from "vitest";
import { isRoot } from "../../test/as-user.ts";
import { GROWTH_SCENARIOS } from "../../test/growth-scenarios.ts";
import { expectToHoldForUser } from "../../test/hold-for-user.ts";
import { Place } from "../../test/scenario.ts";

const TIMEOUT_MS = 120_000;

describe.skipIf(!isRoot)("root's limits (needs root)", () => {
  test.each(GROWTH_SCENARIOS)("$claim", { timeout: TIMEOUT_MS }, async ({ holds }) => {
    await using place = new Place();
    await holds(place);
  });
});

test("every limit holds for an ordinary user too", { timeout: TIMEOUT_MS }, async () => {
  const entry = new URL("../../test/growth.entry.ts", import.meta.url);
  await expectToHoldForUser(entry, GROWTH_SCENARIOS);
});
