import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const ON_PLATFORM = fileURLToPath(new URL("../test/on-platform.ts", import.meta.url));
const WHY_NOT =
  "fix: this needs Linux, because the sandbox is made of Linux namespaces; " +
  "on darwin, fix --explain <command>, fix scrub and fix verify work\n";

let home: string;
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "fix-elsewhere-")));
  writeFileSync(join(home, "text"), "password=hunter2hunter2\n");
  writeFileSync(join(home, "transcript.json"), "[]");
});
afterAll(() => rmSync(home, { recursive: true }));

function fixOn(platform: NodeJS.Platform, ...words: readonly string[]) {
  const env = { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: join(home, "state") };
  return spawnSync(process.execPath, [ON_PLATFORM, platform, ...words], {
    cwd: home,
    env,
    encoding: "utf8",
  });
}

test.each([
  { words: ["touch", "made"] },
  { words: ["--yes", "touch", "made"] },
  { words: ["try", "--yes", "--", "touch made"] },
  { words: ["wallet", "faucet"] },
])("elsewhere fix $words says why not, and runs nothing", ({ words }) => {
  const { status, stdout, stderr } = fixOn("darwin", ...words);
  expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "", stderr: WHY_NOT });
  expect(existsSync(join(home, "made"))).toBe(false);
});

test("elsewhere --explain shows an unproved correction and opens no sandbox", () => {
  for (const name of ["a.c", "b.c"]) writeFileSync(join(home, name), "");
  const { status, stderr } = fixOn("darwin", "--explain", "find . -name *.c");
  expect(status).toBe(1);
  expect(stderr).toContain("try        find . -name '*.c'");
  expect(stderr).toContain("not verified: a sandbox needs Linux");
  expect(existsSync(join(home, "state"))).toBe(false);
});

test("elsewhere scrub, verify, help and the shell integration work", () => {
  expect(fixOn("darwin", "scrub", "text").stdout).toBe("password=[REDACTED:password]\n");
  expect(fixOn("darwin", "verify", "transcript.json")).toMatchObject({ status: 1, stderr: "" });
  expect(fixOn("darwin", "try", "--help").status).toBe(0);
  expect(fixOn("darwin", "init", "zsh").stdout).toContain("fix");
});

test("on Linux nothing is refused", () => {
  expect(fixOn("linux", "touch", "made here")).toMatchObject({ status: 0, stderr: "" });
});
