import { sample } from "@bazaar/testkit";
import { describe, test } from "vitest";
import { isRoot } from "../../test/as-user.ts";
import { COPY_SCENARIOS } from "../../test/copy-scenarios.ts";
import { expectToHoldForUser } from "../../test/hold-for-user.ts";
import { Place } from "../../test/scenario.ts";
import { UNDO_SCENARIOS } from "../../test/undo-scenarios.ts";

const ENTRY = new URL("../../test/undo-scenarios.entry.ts", import.meta.url);
const SCENARIOS = [...UNDO_SCENARIOS, ...COPY_SCENARIOS];
const TIMEOUT_MS = 300_000;

describe.skipIf(!isRoot)("undo and kept copies of root (needs root)", () => {
  test.each(sample("undo scenarios of root", SCENARIOS, 6))("$claim", async ({ holds }) => {
    await using place = new Place();
    await holds(place);
  });
});

test(
  "every guarantee holds for an ordinary user too",
  () => expectToHoldForUser(ENTRY, SCENARIOS),
  TIMEOUT_MS,
);
