import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, onTestFinished, test } from "vitest";

const FIX = fileURLToPath(new URL("../../bin/fix.mjs", import.meta.url));

function scene(name = "project") {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "fix-recover-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const project = join(folder, name);
  mkdirSync(project);
  writeFileSync(join(project, "a.txt"), "start\n");
  const env = { ...process.env, HOME: folder, XDG_STATE_HOME: join(folder, "state") };
  const fix = (...words: readonly string[]) =>
    spawnSync(process.execPath, [FIX, ...words], { cwd: project, env, encoding: "utf8" });
  const read = (name: string) => readFileSync(join(project, name), "utf8");
  return { project, fix, read };
}

describe.skipIf(!hasProgram("bwrap"))("copies of what fix committed (needs bwrap)", () => {
  test("copies are listed with number, time, path, size and reason, and restored by number", () => {
    const { project, fix, read } = scene();
    expect(fix("recover").stdout).toBe("No copies are kept.\n");
    fix("try", "--yes", "--", "echo 1 >> a.txt");
    const [line = ""] = fix("recover").stdout.split("\n");
    expect(line).toMatch(
      /^1\.1 {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}".*\/a\.txt" {2}6 B {2}replaced by a commit$/,
    );
    expect(JSON.parse(fix("recover", "--json").stdout)).toMatchObject({
      copies: [
        { number: "1.1", path: join(project, "a.txt"), type: "file", bytes: 6, why: "replaced" },
      ],
    });
    expect(fix("recover", "1.1", "--to", "old.txt").stdout).toMatch(
      /^Restored .* as ".*old\.txt"\.$/m,
    );
    expect(read("old.txt")).toBe("start\n");
    expect(fix("recover", "1.1").stdout).toBe(`Restored "${join(project, "a.txt")}".\n`);
    expect(read("a.txt")).toBe("start\n");
    expect(fix("undo").status).toBe(0);
    expect(read("a.txt")).toBe("start\n1\n");
  });

  test("what an undo moves aside has a number of its own", () => {
    const { project, fix, read } = scene();
    fix("try", "--yes", "--", "echo 1 >> a.txt");
    writeFileSync(join(project, "a.txt"), "mine\n");
    expect(fix("undo", "--all").status).toBe(0);
    const { copies } = JSON.parse(fix("recover", "--json").stdout);
    expect(copies).toEqual([expect.objectContaining({ number: "1.2", why: "overwritten" })]);
    expect(fix("recover", "1.1").stderr).toContain('no copy has the number "1.1"');
    expect(fix("recover", "1.2").status).toBe(0);
    expect(read("a.txt")).toBe("mine\n");
  });

  test("a name that changed since is left, and the new name is printed", () => {
    const { project, fix, read } = scene();
    fix("try", "--yes", "--", "echo 1 >> a.txt");
    writeFileSync(join(project, "a.txt"), "mine\n");
    const restored = JSON.parse(fix("recover", "1.1", "--json").stdout);
    expect(restored).toMatchObject({ restored: true, path: join(project, "a.txt.recovered") });
    expect([read("a.txt"), read("a.txt.recovered")]).toEqual(["mine\n", "start\n"]);
  });

  test("bad numbers and taken paths are refused with what to do", () => {
    const { fix, read } = scene();
    fix("try", "--yes", "--", "echo 1 >> a.txt");
    const unknown = fix("recover", "7.7");
    expect(unknown.status).toBe(1);
    expect(unknown.stderr).toContain('no copy has the number "7.7"; fix recover lists them');
    expect(fix("recover", "1.1", "--to", "a.txt").stderr).toContain("nothing is overwritten");
    expect(fix("recover", "--to", "b.txt").status).toBe(2);
    expect(JSON.parse(fix("recover", "7.7", "--json").stdout)).toMatchObject({
      restored: false,
      code: "no_such_copy",
    });
    expect(read("a.txt")).toBe("start\n1\n");
  });

  test("a hostile path is inert text on the screen", () => {
    const { fix } = scene("x\u001b]0;t\u0007\n9.9  now");
    fix("try", "--yes", "--", "echo 1 >> a.txt");
    const { stdout } = fix("recover");
    expect(stdout).toMatch(/^1\.1 {2}[^\n]*\n$/);
    const restored = fix("recover", "1.1").stdout;
    expect(restored).toMatch(/^Restored [^\n]*\n$/);
    expect(stdout + restored).not.toContain("\u001b");
  });
});
