import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isRoot, ordinaryUser } from "../../test/as-user.ts";
import { CONFLICT_CASES, type ConflictResult } from "./conflicts.ts";
import { runBundled } from "./run-bundled.ts";

const ENTRY = new URL("./conflicts.entry.ts", import.meta.url);
const TIMEOUT_MS = 300_000;

test.skipIf(!isRoot)(
  "as root, what changed meanwhile is a conflict and stays as it is (needs root)",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "guard-conflicts-"));
    try {
      judge("root", await runBundled<ConflictResult>(ENTRY, [folder]));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  TIMEOUT_MS,
);

test(
  "as an ordinary user, what changed meanwhile is a conflict and stays as it is",
  async () => {
    await using user = await ordinaryUser();
    judge("user", await user.run<ConflictResult>(ENTRY, [user.home]));
  },
  TIMEOUT_MS,
);

function judge(who: string, results: readonly ConflictResult[]): void {
  console.log(`conflicts as ${who}: ${results.length} cases`);
  expect(results).toHaveLength(CONFLICT_CASES.length);
  expect(results.filter(({ said, expected }) => said !== expected)).toEqual([]);
  expect(results.filter(({ differences }) => differences.length > 0)).toEqual([]);
}
