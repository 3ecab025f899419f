import { sample } from "@bazaar/testkit";
import { describe, test } from "vitest";
import { isRoot } from "../../test/as-user.ts";
import { expectToHoldForUser } from "../../test/hold-for-user.ts";
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
  () => expectToHoldForUser(ENTRY, KEPT_SCENARIOS),
  TIMEOUT_MS,
);
