import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isRoot, ordinaryUser } from "../../test/as-user.ts";
import { runBundled } from "./run-bundled.ts";
import type { ScriptResult } from "./run-script.ts";
import { FILE_SCRIPTS } from "./scripts.ts";

const ENTRY = new URL("./scripts.entry.ts", import.meta.url);
const TIMEOUT_MS = 600_000;
const AT_LEAST = 55;

describe.each(["A", "D"] as const)("on rung %s every file script", (rung) => {
  test.skipIf(!isRoot)(
    "leaves what a bare run leaves, and an undo the start, as root (needs root)",
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "guard-scripts-"));
      try {
        const results = await runBundled<ScriptResult>(ENTRY, [folder, rung]);
        judge(`root on rung ${rung}`, results, FILE_SCRIPTS.length);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    TIMEOUT_MS,
  );

  test(
    "leaves what a bare run leaves, and an undo the start, as an ordinary user",
    async () => {
      await using user = await ordinaryUser();
      const expected = FILE_SCRIPTS.filter(({ needsRoot }) => needsRoot !== true).length;
      const results = await user.run<ScriptResult>(ENTRY, [user.home, rung]);
      judge(`user on rung ${rung}`, results, expected);
    },
    TIMEOUT_MS,
  );
});

/** What a layer must hold on to while nobody has it mounted; the rest is like one of these. */
const TELLING =
  /everything|renames a directory|swaps two d|in place of|links inside|close|owners|attributes|marks|access lists|capabilities|sets times of d|no text|sparse|fifos|contents|same again/;

describe.each(["A", "D"] as const)("kept on rung %s and reopened, a telling script", (rung) => {
  const telling = FILE_SCRIPTS.filter(({ name }) => TELLING.test(name));

  test.skipIf(!isRoot)(
    "leaves what a bare run leaves, as root (needs root)",
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "guard-scripts-"));
      try {
        const args = [folder, rung, "kept", TELLING.source];
        judgeKept(`root on rung ${rung}`, await runBundled(ENTRY, args), telling.length);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    TIMEOUT_MS,
  );

  test(
    "leaves what a bare run leaves, as an ordinary user",
    async () => {
      await using user = await ordinaryUser();
      const args = [user.home, rung, "kept", TELLING.source];
      const expected = telling.filter(({ needsRoot }) => needsRoot !== true).length;
      judgeKept(`user on rung ${rung}`, await user.run(ENTRY, args), expected);
    },
    TIMEOUT_MS,
  );
});

function judgeKept(who: string, results: readonly ScriptResult[], expected: number): void {
  console.log(`file scripts as ${who}, kept before they are committed: ${results.length}`);
  expect(results).toHaveLength(expected);
  const isWrong = (one: ScriptResult) => one.differences.length + one.afterUndo.length > 0;
  expect(results.filter(isWrong)).toEqual([]);
}

/** Files with other names before are counted apart: an overlay cannot keep them one file. */
function judge(who: string, results: readonly ScriptResult[], expected: number): void {
  const run = results.filter(({ isMissing }) => !isMissing);
  const [own, shared] = [run.filter((one) => !one.isShared), run.filter((one) => one.isShared)];
  const isEqual = ({ differences }: ScriptResult) => differences.length === 0;
  console.log(
    `file scripts as ${who}: ${own.filter(isEqual).length} of ${own.length} as a bare run, ` +
      `${shared.filter(isEqual).length} of ${shared.length} on files with other names, ` +
      `${results.length - run.length} not run for want of a program`,
  );
  expect(results).toHaveLength(expected);
  expect(own.length).toBeGreaterThanOrEqual(AT_LEAST);
  expect(own.filter((one) => !isEqual(one))).toEqual([]);
  expect(run.filter(({ afterUndo }) => afterUndo.length > 0)).toEqual([]);
}
