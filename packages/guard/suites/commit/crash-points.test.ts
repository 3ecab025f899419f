import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isRoot, ordinaryUser } from "../../test/as-user.ts";
import type { CrashResult } from "./crash-points.ts";
import { runBundled } from "./run-bundled.ts";

const ENTRY = new URL("./crash.entry.ts", import.meta.url);
const MEMORY = "/dev/shm";
const TIMEOUT_MS = 900_000;

test.skipIf(!isRoot)(
  "as root, a kill before any step leaves the tree from before or the one from after (needs root)",
  () => crashAsRoot("root", []),
  TIMEOUT_MS,
);

test(
  "as an ordinary user, a kill before any step leaves the tree from before or from after",
  async () => {
    await using user = await ordinaryUser();
    judge("user", await user.run<CrashResult>(ENTRY, [user.home]));
  },
  TIMEOUT_MS,
);

test.skipIf(!isRoot || !isOtherVolume())(
  "the same where the layer and the backups lie on another volume (needs root and another volume at /dev/shm)",
  () => crashAsRoot("root, other volume", [MEMORY]),
  TIMEOUT_MS,
);

function isOtherVolume(): boolean {
  const memory = statSync(MEMORY, { throwIfNoEntry: false });
  return memory !== undefined && memory.dev !== statSync(tmpdir()).dev;
}

async function crashAsRoot(who: string, more: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "guard-crash-"));
  try {
    judge(who, await runBundled<CrashResult>(ENTRY, [folder, ...more]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function judge(who: string, results: readonly CrashResult[]): void {
  const count = (killed: string) => results.filter((one) => one.killed === killed).length;
  console.log(
    `crash points as ${who}: ${count("commit")} of a commit, ${count("recover")} of a recovery, ` +
      `${count("undo")} of an undo`,
  );
  expect(results.filter(({ left }) => left === "between")).toEqual([]);
  // A recovery goes back; an undo and a commit each have a point of no return.
  expect(results.filter((one) => one.killed === "recover" && one.left !== "before")).toEqual([]);
  for (const killed of ["commit", "undo"]) {
    const ends = new Set(results.filter((one) => one.killed === killed).map(({ left }) => left));
    expect(ends).toEqual(new Set(["before", "after"]));
  }
}
