import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { expect, test } from "vitest";

const MAIN = join(import.meta.dirname, "main.ts");
const hasSandbox = hasProgram("bwrap");

test.skipIf(!hasSandbox)(
  "the demo repairs, pays, and ends with a contract that verifies (needs bwrap)",
  () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN], { encoding: "utf8" });
    expect(stderr).toMatch(/verified +exit 0.*committed +1 change;.*paid +agent 1\.12 XNO/s);
    expect(stdout).toMatch(/99\.5 XNO free.*outcome +fulfilled/s);
    expect(status).toBe(0);
  },
);

test("the disputed contract ends with a transcript that a stranger can verify", () => {
  const { status, stdout } = spawnSync(process.execPath, [MAIN, "dispute"], { encoding: "utf8" });
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /sum 1\.34 of 1\.34 held\nverified as a stranger would: 11 signed entries/,
  );
});

test("a word that the demo does not know is refused before anything is shown", () => {
  const words = [MAIN, "nonsense"];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain('got "nonsense"');
});
