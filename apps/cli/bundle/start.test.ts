import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
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

test("a copy of the whole repository runs its own code, once, and not the original's", () => {
  const original = join(folder, "original");
  const copy = join(folder, "copy");
  mkdirSync(join(original, "node_modules"), { recursive: true });
  const only = (path: string) => !/[\\/]node_modules(?:[\\/]|$)/.test(path);
  for (const name of ["apps", "packages"]) {
    cpSync(join(ROOT, name), join(original, name), { recursive: true, filter: only });
  }
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    if (name === "@bazaar" || name === ".cache") continue;
    symlinkSync(join(ROOT, "node_modules", name), join(original, "node_modules", name));
  }
  mkdirSync(join(original, "node_modules", "@bazaar"));
  for (const name of readdirSync(join(ROOT, "node_modules", "@bazaar"))) {
    const target = relative(ROOT, realpathSync(join(ROOT, "node_modules", "@bazaar", name)));
    symlinkSync(join("..", "..", target), join(original, "node_modules", "@bazaar", name));
  }
  const ask = (root: string) => runFix(join(root, "apps/cli/bundle/start.mjs"), ["init", "tcsh"]);
  expect(ask(original).status).toBe(2);
  spawnSync("cp", ["-a", original, copy]);
  const { status, stderr, loaded } = ask(copy);
  expect(status).toBe(2);
  expect(stderr.match(/Allowed choices/g)).toHaveLength(1);
  expect(loaded.filter((path) => path.includes("/original/"))).toEqual([]);
  expect(loaded.some((path) => path.endsWith("copy/node_modules/.cache/fix/run/run.mjs"))).toBe(
    true,
  );
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
