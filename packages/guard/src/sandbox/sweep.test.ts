import { execFile } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { isRoot, ordinaryUser } from "../../test/as-user.ts";
import { Place, succeeded } from "../../test/sandbox-scenarios.ts";
import { sweep } from "./sweep.ts";

const CRASH = new URL("../../test/crash.entry.ts", import.meta.url);
const CLEAN = {
  alive: true,
  survivors: 0,
  left: 1,
  after: { directories: 0, groups: 0 },
  exists: false,
};

test.skipIf(!isRoot)(
  "when root's process is killed no process stays, and the next run clears the rest",
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(CRASH)]);
    expect(JSON.parse(stdout)).toEqual(CLEAN);
  },
);

test("when a user's process is killed no process stays, and the next run clears the rest", async () => {
  await using user = await ordinaryUser();
  expect(await user.run(CRASH)).toEqual([CLEAN]);
});

test("a sandbox whose owner lives is never swept", async () => {
  await using place = new Place();
  await using sandbox = await place.open();
  succeeded(await sandbox.run({ text: "echo kept > kept" }));
  expect(await sweep(join(place.state, "sandboxes"))).toBe(0);
  expect(succeeded(await sandbox.run({ text: "cat kept" }))).toBe("kept\n");
});

test.each([
  {
    what: "of another boot",
    name: (id: string) => id.replace(/^[0-9a-f]{8}/, "00000000"),
    swept: 1,
  },
  {
    what: "of a process that is gone",
    name: (id: string) => id.replace(/-\d+-\d+-(?=[0-9a-f]+$)/, "-1-1-"),
    swept: 1,
  },
  {
    what: "of other process numbers",
    name: (id: string) => id.replace(/^([0-9a-f]{8})-\d+/, "$1-1"),
    swept: 0,
  },
  { what: "that is none of ours", name: () => "somebody-elses", swept: 0 },
])("a directory $what: $swept swept", async ({ name, swept }) => {
  await using place = new Place();
  const base = join(place.state, "sandboxes");
  {
    await using sandbox = await place.open();
    succeeded(await sandbox.run({ text: "true" }));
    const [own = ""] = readdirSync(base);
    mkdirSync(join(base, name(own), "a/u/0"), { recursive: true });
    expect(await sweep(base)).toBe(swept);
    expect(readdirSync(base)).toContain(own);
  }
  expect(readdirSync(base)).toHaveLength(1 - swept);
});
