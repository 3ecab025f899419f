import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasProgram } from "@bazaar/testkit/program";
import { expect, onTestFinished, test } from "vitest";
import { TypedTerminal } from "../../test/typed-terminal.ts";

const FIX = fileURLToPath(new URL("../../bin/fix.mjs", import.meta.url));

function committing(title: string, run: () => void): void {
  test.skipIf(!hasProgram("bwrap"))(`${title} (needs bwrap)`, run);
}

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
  return { folder, fix, read, env: { HOME: env.HOME, XDG_STATE_HOME: env.XDG_STATE_HOME } };
}

committing(
  "every commit of a project is taken back in turn, whatever was committed elsewhere",
  () => {
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
  },
);

committing("--list shows when, where, how much and by which command, and changes nothing", () => {
  const { folder, fix, read } = scene();
  expect(fix("one", "undo", "--list").stdout).toBe("Nothing to revert.\n");
  fix("one", "try", "--yes", "--", "echo 1 >> a.txt; printf '\u001b[2J'");
  fix("two", "try", "--yes", "--", "echo 2 >> a.txt; echo new > b.txt");
  rmSync(join(folder, "two"), { recursive: true });
  const lines = fix("one", "undo", "--list").stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]?.indexOf("echo 2")).toBe(lines[1]?.indexOf("echo 1"));
  expect(lines[0]).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}".*\/two" {2}2 changes, its directory is gone {2}echo 2 >> a.txt; echo new > b.txt$/,
  );
  expect(lines[1]).toMatch(
    /\/one" {2}1 change can be reverted {2,}echo 1 >> a.txt; printf '\\u\{1b\}\[2J'$/,
  );
  expect(JSON.parse(fix("one", "undo", "--list", "--json").stdout)).toMatchObject({
    commits: [
      { directory: join(folder, "two"), changes: 2, state: "gone", revertible: 0 },
      { directory: join(folder, "one"), changes: 1, state: "ready", revertible: 1, left: [] },
    ],
  });
  expect(read("one")).toBe("start\n1\n");
});

committing("--list says what of each could be reverted now", () => {
  const { folder, fix } = scene();
  fix("one", "try", "--yes", "--", "echo 1 >> a.txt; echo 1 > b.txt");
  fix("one", "try", "--yes", "--", "echo 2 >> a.txt; echo 2 > c.txt");
  writeFileSync(join(folder, "one/c.txt"), "built\n");
  const [last, first] = fix("one", "undo", "--list").stdout.split("\n");
  expect(last).toMatch(/ {2}1 of 2 changes can be reverted, 1 changed since {2,}/);
  expect(first).toMatch(/ {2}2 changes, revert the commit of \d{4}-.* UTC first {2,}/);
  expect(JSON.parse(fix("one", "undo", "--list", "--json").stdout)).toMatchObject({
    commits: [
      {
        revertible: 1,
        changes: 2,
        left: [{ path: join(folder, "one/c.txt"), because: "changed" }],
      },
      { state: "later_first" },
    ],
  });
});

committing("without a terminal it refuses, lists what changed and names --part and --all", () => {
  const { folder, fix, read } = scene();
  fix("one", "try", "--yes", "--", "echo 1 >> a.txt; echo 1 > b.txt");
  writeFileSync(join(folder, "one/b.txt"), "built\n");
  const refused = fix("one", "undo");
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(/1 of 2 changes can be reverted; nothing was undone/);
  expect(refused.stderr).toMatch(/\/b.txt": it was changed[\s\S]*undo --part[\s\S]*undo --all/);
  expect(read("one")).toBe("start\n1\n");
  expect(JSON.parse(fix("one", "undo", "--json").stdout)).toMatchObject({
    undone: false,
    code: "changed_since",
    left: [{ path: join(folder, "one/b.txt"), because: "changed" }],
  });
  expect(fix("one", "undo", "--part", "--all").status).toBe(2);
  const part = fix("one", "undo", "--part");
  expect(part).toMatchObject({ status: 0, stderr: "" });
  expect(part.stdout).toMatch(
    /Reverted 1 change\.\nLeft as they are;[\s\S]*\/b.txt": it was changed/,
  );
  expect(read("one")).toBe("start\n");
  expect(readFileSync(join(folder, "one/b.txt"), "utf8")).toBe("built\n");
});

test.skipIf(!hasProgram("script") || !hasProgram("bwrap")).each([
  { answer: "y", typed: ["y"], a: "start\n", b: "built\n" },
  { answer: "a", typed: ["a"], a: "start\n", b: null },
  { answer: "nothing", typed: [""], a: "start\n1\n", b: "built\n" },
  { answer: "y after a typo", typed: ["x", "y"], a: "start\n", b: "built\n" },
])(
  "on a terminal it asks; the answer is $answer (needs script, bwrap)",
  async ({ typed, a, b }) => {
    const { folder, fix, read, env } = scene();
    fix("one", "try", "--yes", "--", "echo 1 >> a.txt; echo 1 > b.txt");
    writeFileSync(join(folder, "one/b.txt"), "built\n");
    await using terminal = new TypedTerminal([process.execPath, FIX, "undo"], {
      cwd: join(folder, "one"),
      env,
    });
    const question = String.raw`1 of 2 changes can be reverted; 1 was changed since:[\s\S]*overwritten\] `;
    for (const [n, keys] of typed.entries()) {
      const before = n === 0 ? "" : String.raw`x\r*\n[\s\S]*`;
      await terminal.until(new RegExp(`${before}${question}`));
      terminal.type(`${keys}\r`);
    }
    expect(await terminal.exitCode()).toBe(typed[0] === "" ? 1 : 0);
    expect(read("one")).toBe(a);
    const left = join(folder, "one/b.txt");
    expect(existsSync(left) ? readFileSync(left, "utf8") : null).toBe(b);
  },
);

test.skipIf(!hasProgram("script") || !hasProgram("bwrap"))(
  "on a terminal a yes reverts what changed since, if that is all there is (needs script, bwrap)",
  async () => {
    const { folder, fix, read, env } = scene();
    fix("one", "try", "--yes", "--", "echo 1 >> a.txt");
    writeFileSync(join(folder, "one/a.txt"), "mine\n");
    await using terminal = new TypedTerminal([process.execPath, FIX, "undo"], {
      cwd: join(folder, "one"),
      env,
    });
    await terminal.until(/Revert anyway, and keep copies of what is overwritten\? \[/);
    terminal.type("y\r\r");
    expect(await terminal.exitCode()).toBe(0);
    expect(read("one")).toBe("start\n");
    expect(terminal.screen).toMatch(/a\.txt": fix recover 1\.2/);
  },
);

test.skipIf(!hasProgram("script") || !hasProgram("bwrap"))(
  "on a terminal it asks nothing if nothing can be reverted (needs script, bwrap)",
  async () => {
    const { folder, fix, env } = scene();
    const directory = join(folder, "one/sub");
    mkdirSync(directory);
    fix("one", "try", "--yes", "--", "echo 1 > sub/new.txt");
    renameSync(directory, join(folder, "one/before"));
    mkdirSync(directory);
    writeFileSync(join(directory, "new.txt"), "1\n");
    await using terminal = new TypedTerminal([process.execPath, FIX, "undo"], {
      cwd: join(folder, "one"),
      env,
    });
    expect(await terminal.exitCode()).toBe(1);
    expect(terminal.screen).toContain("its directory was replaced");
    expect(terminal.screen).not.toContain("[");
  },
);

test("whoami names the directory that undo reads", () => {
  const { folder, fix } = scene();
  expect(fix("one", "whoami").stdout).toContain(`state   ${join(folder, "state/fix")}`);
  expect(JSON.parse(fix("one", "whoami", "--json").stdout)).toMatchObject({
    state: join(folder, "state/fix"),
  });
});
