import { isFullMatrix } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { isRoot, testUser } from "../../test/as-user.ts";
import { CONFLICT_CASES, type ConflictResult } from "./conflicts.ts";

const ENTRY = new URL("./conflicts.entry.ts", import.meta.url);
const TIMEOUT_MS = 300_000;
const ALL = CONFLICT_CASES.length;

describe.each([
  { who: "user", most: ALL, needs: "any user" },
  { who: "root", most: 10, needs: "root" },
] as const)(
  "what changed on the disk since the sandbox was opened (needs $needs)",
  ({ who, most }) => {
    test.skipIf(who === "root" && !isRoot)(
      `is a conflict for ${who}, and stays as it is`,
      async () => {
        await using user = await testUser(who);
        const results = await user.run<ConflictResult>(ENTRY, [user.home, `${most}`]);
        console.log(`conflicts as ${who}: ${results.length} of ${ALL} cases`);
        expect(results).toHaveLength(isFullMatrix() ? ALL : most);
        expect(results.filter(({ said, expected }) => said !== expected)).toEqual([]);
        expect(results.filter(({ differences }) => differences.length > 0)).toEqual([]);
      },
      TIMEOUT_MS,
    );
  },
);
