import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import { sample } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { isRoot, testUser } from "../../test/as-user.ts";
import type { CrashResult } from "./crash-points.ts";

const ENTRY = new URL("./crash.entry.ts", import.meta.url);
const MEMORY = "/dev/shm";
/** For what hangs: in `npm run long` every step of every action is killed once. */
const TIMEOUT_MS = 3_600_000;

const FIRST = {
  who: "user",
  name: "one volume",
  most: 8,
  more: [],
  isHere: true,
  needs: "any user",
} as const;
const OTHERS = [
  { who: "root", name: "one volume", most: 4, more: [], isHere: isRoot, needs: "root" },
  {
    who: "root",
    name: "state on another volume",
    most: 4,
    more: [MEMORY],
    isHere: isRoot && isOtherVolume(),
    needs: `root, a separate volume at ${MEMORY}`,
  },
] as const;

describe.each([FIRST, ...sample("crash points", OTHERS, 1)])(
  "$who, $name: killed before a step of what changes the disk (needs $needs)",
  ({ who, name, most, more, isHere }) => {
    test.skipIf(!isHere)(
      "the tree is the one from before or the one from after",
      async () => {
        await using user = await testUser(who);
        const args = [`${who}, ${name}`, `${most}`, user.home, ...more];
        judge(`${who}, ${name}`, await user.run<CrashResult>(ENTRY, args));
      },
      TIMEOUT_MS,
    );
  },
);

function isOtherVolume(): boolean {
  const memory = statSync(MEMORY, { throwIfNoEntry: false });
  return memory !== undefined && memory.dev !== statSync(tmpdir()).dev;
}

function judge(cell: string, results: readonly CrashResult[]): void {
  const count = (killed: string) => results.filter((one) => one.killed === killed).length;
  const actions = [...new Set(results.map(({ killed }) => killed))];
  const counts = actions.map((action) => `${count(action)} of "${action}"`);
  console.log(`kill points as ${cell}: ${counts.join(", ")}`);
  expect(results.filter(({ left }) => left === "between")).toEqual([]);
  // A recovery goes back; everything else has a point of no return.
  expect(results.filter((one) => one.killed === "recover" && one.left !== "before")).toEqual([]);
  for (const killed of actions.filter((action) => action !== "recover")) {
    const ends = new Set(results.filter((one) => one.killed === killed).map(({ left }) => left));
    expect(ends).toEqual(new Set(["before", "after"]));
  }
}
