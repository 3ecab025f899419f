import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const FIX = fileURLToPath(new URL("../../bin/fix.mjs", import.meta.url));

function scene() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "fix-undo-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const project of ["one", "two"]) {
    mkdirSync(join(folder, project));
    writeFileSync(join(folder, project, "a.txt"), "start\n");
  }
  const env = { ...process.env, HOME: folder, XDG_STATE_HOME: join(folder, "state") };
  const fix = (project: string, ...words: readonly string[]) =>
    spawnSync(process.execPath, [FIX, ...words], {
      cwd: join(folder, project),
      env,
      encoding: "utf8",
    });
  const read = (project: string) => readFileSync(join(folder, project, "a.txt"), "utf8");
  return { folder, fix, read };
}

test("every commit of a project is taken back in turn, whatever was committed elsewhere", () => {
  const { fix, read } = scene();
  fix("one", "try", "--yes", "--", "echo 1 >> a.txt");
  fix("one", "try", "--yes", "--", "echo 2 >> a.txt");
  fix("two", "try", "--yes", "--", "echo 3 >> a.txt; echo new > b.txt");
  expect(fix("one", "undo").stdout).toContain("Reverted 1 change.");
  expect(read("one")).toBe("start\n1\n");
  expect(fix("one", "undo").status).toBe(0);
  expect(read("one")).toBe("start\n");
  const { status, stderr } = fix("one", "undo");
  expect(status).toBe(1);
  expect(stderr).toMatch(/no commit to undo in this directory.*\n.*\/two"/);
  expect(fix("two", "undo").stdout).toContain("Reverted 2 changes.");
});

test("--list shows when, where, how much and by which command, and changes nothing", () => {
  const { folder, fix, read } = scene();
  expect(fix("one", "undo", "--list").stdout).toBe("Nothing to revert.\n");
  fix("one", "try", "--yes", "--", "echo 1 >> a.txt; printf '\u001b[2J'");
  fix("two", "try", "--yes", "--", "echo 2 >> a.txt; echo new > b.txt");
  rmSync(join(folder, "two"), { recursive: true });
  const lines = fix("one", "undo", "--list").stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}".*\/two" \(gone\) {2}2 changes {2}echo 2 >> a.txt; echo new > b.txt$/,
  );
  expect(lines[1]).toMatch(/\/one" {2}1 change {2}echo 1 >> a.txt; printf '\\u\{1b\}\[2J'$/);
  expect(JSON.parse(fix("one", "undo", "--list", "--json").stdout)).toMatchObject({
    commits: [
      { directory: join(folder, "two"), changes: 2, gone: true },
      { directory: join(folder, "one"), changes: 1, gone: false },
    ],
  });
  expect(read("one")).toBe("start\n1\n");
});

test("whoami names the directory that undo reads", () => {
  const { folder, fix } = scene();
  expect(fix("one", "whoami").stdout).toContain(`state   ${join(folder, "state/fix")}`);
  expect(JSON.parse(fix("one", "whoami", "--json").stdout)).toMatchObject({
    state: join(folder, "state/fix"),
  });
});
