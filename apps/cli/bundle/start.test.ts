import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const BUNDLED = join(import.meta.dirname, "start.mjs");
const SOURCES = join(import.meta.dirname, "..", "src", "main.ts");
const MANIFEST = join(ROOT, "node_modules", ".cache", "fix", "run", "manifest.json");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fix-start-"));
  // A command of somebody else that has the name of a verb of ours.
  writeFileSync(join(folder, "status"), '#!/bin/sh\necho "another\'s"\n', { mode: 0o755 });
  const listing = JSON.stringify(join(folder, "loaded"));
  writeFileSync(
    join(folder, "listen.mjs"),
    `import { registerHooks } from "node:module";
import { appendFileSync } from "node:fs";
registerHooks({ load: (url, context, next) => {
  appendFileSync(${listing}, url + "\\n");
  return next(url, context);
} });`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a command that succeeds", () => {
  test("loads one small file and the bundle, and nothing of ours besides", () => {
    runFix(BUNDLED, ["true"]);
    const { loaded } = runFix(BUNDLED, ["true"]);
    expect(loaded.filter((name) => !name.startsWith("node:"))).toEqual([
      "apps/cli/bundle/start.mjs",
      "node_modules/.cache/fix/run/run.mjs",
    ]);
    expect(loaded).not.toContain("node:sqlite");
  });

  test("loads no market, guard or database from the sources either", () => {
    const { loaded } = runFix(SOURCES, ["true"]);
    expect(loaded).toContain("apps/cli/src/run-fix.ts");
    expect(
      loaded.filter((name) =>
        /sqlite|hono|zod|commander|packages\/(market|guard|store|rails)\//.test(name),
      ),
    ).toEqual([]);
  });
});

test.each([
  { what: "the bundle", program: BUNDLED },
  { what: "the sources", program: SOURCES },
])("$what answer alike", ({ program }) => {
  const { status, stdout, stderr } = runFix(program, ["init", "tcsh"]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain("Allowed choices are bash, zsh, fish, powershell");
  expect(runFix(program, ["--", "status"]).stdout).toBe("another's\n");
  expect(runFix(program, ["printf", "%s|", "a b", "c"]).stdout).toBe("a b|c|");
});

test("a bundle that is older than a source is made anew before it is started", () => {
  runFix(BUNDLED, ["true"]);
  const fresh = readFileSync(MANIFEST, "utf8");
  const old = JSON.parse(fresh) as { sources: [string, number, number][] };
  old.sources[0]![2] -= 1_000;
  writeFileSync(MANIFEST, JSON.stringify(old));
  expect(runFix(BUNDLED, ["echo", "made anew"]).stdout).toBe("made anew\n");
  expect(JSON.parse(readFileSync(MANIFEST, "utf8"))).toEqual(JSON.parse(fresh));
});

function runFix(program: string, words: readonly string[]) {
  const listing = join(folder, "loaded");
  writeFileSync(listing, "");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", join(folder, "listen.mjs"), program, ...words],
    {
      encoding: "utf8",
      cwd: folder,
      env: { ...process.env, HOME: folder, PATH: `${folder}:${process.env.PATH}` },
    },
  );
  const loaded = readFileSync(listing, "utf8").trim().split("\n");
  return { status, stdout, stderr, loaded: loaded.map(shortName) };
}

function shortName(url: string): string {
  return url.startsWith("file:") ? relative(ROOT, fileURLToPath(url)) : url;
}
