import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const CLI = import.meta.dirname;
const ROOT = join(CLI, "..", "..");
const BUNDLE = join(CLI, "dist", "main.mjs");
const SOURCES = join(CLI, "src", "main.ts");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fix-bundle-"));
  // A program with the name of a verb.
  writeFileSync(join(folder, "status"), "#!/bin/sh\necho not the verb\n", { mode: 0o755 });
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
  test("loads one file of the bundle and no database", () => {
    const { loaded } = runFix(BUNDLE, ["true"]);
    expect(loaded.filter((name) => !name.startsWith("node:"))).toEqual(["apps/cli/dist/main.mjs"]);
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
  { what: "the bundle", program: BUNDLE },
  { what: "the sources", program: SOURCES },
])("$what runs verbs, commands, and finds the files beside the sources", ({ program }) => {
  const { status, stdout, stderr } = runFix(program, ["init", "tcsh"]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain("Allowed choices are bash, zsh, fish, powershell");
  expect(runFix(program, ["--", "status"]).stdout).toBe("not the verb\n");
  expect(runFix(program, ["printf", "%s|", "a b", "c"]).stdout).toBe("a b|c|");
  expect(runFix(program, ["init", "bash"]).stdout).toContain("__fix_prompt");
});

test("the bundle names no absolute path, so that a copy of the checkout runs its own files", () => {
  const files = readdirSync(join(CLI, "dist"));
  expect(
    files.filter((name) => readFileSync(join(CLI, "dist", name), "utf8").includes(ROOT)),
  ).toEqual([]);
});

test("fix starts the bundle, and the sources where there is none", () => {
  const cli = join(folder, "apps", "cli");
  for (const name of ["src", "dist"]) mkdirSync(join(cli, name), { recursive: true });
  cpSync(join(CLI, "bin"), join(cli, "bin"), { recursive: true });
  cpSync(join(CLI, "..", "launch.mjs"), join(folder, "apps", "launch.mjs"));
  writeFileSync(join(cli, "src", "main.ts"), 'console.log("sources");');
  expect(runFix(join(cli, "bin", "fix.mjs"), []).stdout).toBe("sources\n");
  writeFileSync(join(cli, "dist", "main.mjs"), 'console.log("bundle");');
  expect(runFix(join(cli, "bin", "fix.mjs"), []).stdout).toBe("bundle\n");
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
