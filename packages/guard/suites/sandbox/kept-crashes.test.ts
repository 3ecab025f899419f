import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isRoot, ordinaryUser } from "../../test/as-user.ts";
import { runBundled } from "../commit/run-bundled.ts";
import type { KeptCrash, Scene } from "./kept-crashes.ts";

const CRASHES = new URL("./kept-crashes.entry.ts", import.meta.url);
const RESTART = new URL("./kept-restart.entry.ts", import.meta.url);
const TIMEOUT_MS = 600_000;

const RUNGS = ["A", "D"] as const;

describe.each(RUNGS)("on rung %s, killed before any step of keeping or reopening", (rung) => {
  test.skipIf(!isRoot)(
    "root's sandbox is kept whole once it was kept, and swept before (needs root)",
    async () => {
      await using place = await folder();
      judge(`root on rung ${rung}`, await runBundled<KeptCrash>(CRASHES, [place.path, rung]));
    },
    TIMEOUT_MS,
  );

  test(
    "a user's sandbox is kept whole once it was kept, and swept before",
    async () => {
      await using user = await ordinaryUser();
      judge(`user on rung ${rung}`, await user.run<KeptCrash>(CRASHES, [user.home, rung]));
    },
    TIMEOUT_MS,
  );
});

describe.each(RUNGS)("on rung %s, after the machine was started anew", (rung) => {
  test.skipIf(!isRoot)(
    "root reopens what was kept, checks it and commits it (needs root)",
    async () => {
      await using place = await folder();
      const [before] = await runBundled<Before>(RESTART, ["before", place.path, rung]);
      const scene = beforeRestart(before);
      const after = await runBundled(RESTART, ["after", scene.folder, rung]);
      expect(after).toEqual([AFTER_RESTART]);
    },
  );

  test("an ordinary user reopens what was kept, checks it and commits it", async () => {
    await using user = await ordinaryUser();
    const [before] = await user.run<Before>(RESTART, ["before", user.home, rung]);
    const scene = beforeRestart(before);
    const after = await user.run(RESTART, ["after", scene.folder, rung]);
    expect(after).toEqual([AFTER_RESTART]);
  });
});

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

async function folder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), "guard-kept-"));
  const dispose = () => rm(path, { recursive: true, force: true });
  return { path, [Symbol.asyncDispose]: dispose };
}

function judge(who: string, results: readonly KeptCrash[]): void {
  const of = (killed: string) => results.filter((one) => one.killed === killed);
  const counts = ["keep", "reopen", "run", "keep again", "commit"].map(
    (killed) => `${of(killed).length} of ${killed}`,
  );
  console.log(`kills as ${who}: ${counts.join(", ")}`);
  expect(results.filter(({ left }) => left === "broken")).toEqual([]);
  const ends = (killed: string) => [...new Set(of(killed).map(({ left }) => left))];
  expect(ends("keep")).toEqual(["nothing", "kept"]);
  expect(ends("reopen")).toEqual(["kept"]);
  expect(ends("run")).toEqual(["kept"]);
  expect(ends("keep again")).toEqual(["kept", "again"]);
  expect(ends("commit")).toEqual(["kept", "committed"]);
}
