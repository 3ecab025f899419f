import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { expect, test } from "vitest";

const MAIN = join(import.meta.dirname, "main.ts");
const hasSandbox = hasProgram("bwrap");

test.skipIf(!hasSandbox)(
  "the demo fixes the project, pays the agent and verifies the contract (needs bwrap)",
  () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN], { encoding: "utf8" });
    expect(stderr).toMatch(/verified +exit 0.*committed +1 change;.*paid +agent 1\.12 XNO/s);
    expect(stdout).toMatch(/99\.5 XNO free.*outcome +fulfilled/s);
    expect(status).toBe(0);
  },
);

test("the disputed contract ends with a transcript that verifies", () => {
  const { status, stdout } = spawnSync(process.execPath, [MAIN, "dispute"], { encoding: "utf8" });
  expect(status).toBe(0);
  expect(stdout).toMatch(/sum 1\.34 of 1\.34 held\ntranscript verified: 11 signed entries/);
});

test.skipIf(!hasSandbox)(
  "the demo of jobs ends with a branch, receipts and a trajectory that verify (needs bwrap)",
  () => {
    const { status, stdout } = spawnSync(process.execPath, [MAIN, "jobs"], { encoding: "utf8" });
    expect(stdout).toMatch(
      /verified +pass.*fixed has the patch.*\+import { sum } from ".\/sum.js"/s,
    );
    expect(stdout).toMatch(/structure +ok.*hashes +ok.*signature +ok.*3 receipts, 0 failed/s);
    expect(stdout).toMatch(/receipts and a trajectory in \d+\.\d s\n$/);
    expect(status).toBe(0);
  },
);

test("the demo of chat ends with the same file at both, in lines of 80 characters", () => {
  // Of the user's own market, which is no part of it.
  const env = { ...process.env, FIX_DB: "/nowhere/own.db", BAZAAR_CONFIG: "/nowhere/own.json" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, "chat"], {
    encoding: "utf8",
    env,
  });
  expect(stderr).toBe("");
  expect(stdout).toMatch(/finds @\w+: csv-cleaning.*#engineering\nbo .*\n {2}ada .*\n {2}cy /s);
  expect(stdout).toMatch(/saves orders\.csv\n\nboth have the same file.*in \d+\.\d s\n$/s);
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  expect(status).toBe(0);
});

test("an unknown argument is refused before anything runs", () => {
  const args = [MAIN, "nonsense"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain('unknown argument "nonsense"');
});
