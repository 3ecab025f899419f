import { sample } from "@bazaar/testkit";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, test } from "vitest";
import { isRoot } from "../../test/as-user.ts";
import { COPY_SCENARIOS } from "../../test/copy-scenarios.ts";
import { GIT_UNDO_MATRIX, GIT_UNDO_SCENARIOS } from "../../test/git-undo-scenarios.ts";
import { expectToHoldForUser } from "../../test/hold-for-user.ts";
import { Place } from "../../test/scenario.ts";
import { UNDO_SCENARIOS } from "../../test/undo-scenarios.ts";

const ENTRY = new URL("../../test/undo-scenarios.entry.ts", import.meta.url);
const SCENARIOS = [...UNDO_SCENARIOS, ...GIT_UNDO_SCENARIOS, ...COPY_SCENARIOS];
const OF_ROOT = [
  ...sample("undo scenarios of root", SCENARIOS, 6),
  ...sample("undo in git repositories", GIT_UNDO_MATRIX, 4),
];
const TIMEOUT_MS = 300_000;

describe.skipIf(!isRoot || !hasProgram("git"))(
  "undo and kept copies of root (needs root, git)",
  () => {
    test.each(OF_ROOT)("$claim", async ({ holds }) => {
      await using place = new Place();
      await holds(place);
    });
  },
);

test.skipIf(!hasProgram("git"))(
  "every guarantee holds for an ordinary user too (needs git)",
  () => expectToHoldForUser(ENTRY, SCENARIOS),
  TIMEOUT_MS,
);
