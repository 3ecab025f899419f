import { sample } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { isRoot, testUser } from "../../test/as-user.ts";
import type { KeptCrash, Scene } from "./kept-crashes.ts";

const CRASHES = new URL("./kept-crashes.entry.ts", import.meta.url);
const RESTART = new URL("./kept-restart.entry.ts", import.meta.url);
const TIMEOUT_MS = 600_000;

const FIRST = { who: "user", kind: "overlay", most: 4, needs: "any user" } as const;
const OTHERS = [
  { who: "root", kind: "overlay", most: 3, needs: "root" },
  { who: "user", kind: "copy", most: 3, needs: "any user" },
  { who: "root", kind: "copy", most: 3, needs: "root" },
] as const;

describe.each([FIRST, ...sample("killed while kept", OTHERS, 1)])(
  "$who, $kind: killed before a step of keeping or reopening (needs $needs)",
  ({ who, kind, most }) => {
    test.skipIf(who === "root" && !isRoot)(
      "a kept sandbox is whole, and one not yet kept is removed",
      async () => {
        await using user = await testUser(who);
        const args = [user.home, kind, `${most}`];
        judge(`${who}, ${kind}`, await user.run<KeptCrash>(CRASHES, args));
      },
      TIMEOUT_MS,
    );
  },
);

describe.each([FIRST, ...OTHERS])(
  "$who, $kind: after a restart (needs $needs)",
  ({ who, kind }) => {
    test.skipIf(who === "root" && !isRoot)(
      "what was kept is reopened, checked and committed",
      async () => {
        await using user = await testUser(who);
        const [before] = await user.run<Before>(RESTART, ["before", user.home, kind]);
        const scene = beforeRestart(before);
        const after = await user.run(RESTART, ["after", scene.folder, kind]);
        expect(after).toEqual([AFTER_RESTART]);
      },
    );
  },
);

type Before = Scene & { readonly signal: string; readonly left: number };

/** The kept one, and the one that was in use. */
function beforeRestart(before: Before | undefined): Scene {
  expect(before).toMatchObject({ signal: "SIGKILL", left: 2 });
  return before as Scene;
}

const AFTER_RESTART = {
  check: { exitCode: 0, stdout: "fixed\nnew\n" },
  isCommitted: true,
  names: ["dir", "file"],
  file: "fixed\n",
  left: 0,
};

function judge(cell: string, results: readonly KeptCrash[]): void {
  const of = (killed: string) => results.filter((one) => one.killed === killed);
  const counts = ["keep", "reopen", "run", "keep again", "commit"].map(
    (killed) => `${of(killed).length} of ${killed}`,
  );
  console.log(`kills as ${cell}: ${counts.join(", ")}`);
  expect(results.filter(({ left }) => left === "broken")).toEqual([]);
  const ends = (killed: string) => [...new Set(of(killed).map(({ left }) => left))];
  expect(ends("keep")).toEqual(["nothing", "kept"]);
  expect(ends("reopen")).toEqual(["kept"]);
  expect(ends("run")).toEqual(["kept"]);
  expect(ends("keep again")).toEqual(["kept", "again"]);
  expect(ends("commit")).toEqual(["kept", "committed"]);
}
