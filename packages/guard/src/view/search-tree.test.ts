import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type SeenTree, searchTree } from "./search-tree.ts";

const MAKE_PIPE = "mkfifo";
const LATER_MS = Date.now() + 3_600_000;
let top = "";
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "guard-search-"));
});
afterEach(() => rmSync(top, { recursive: true }));

function put(...names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), "secret");
  }
}

function found(seen: SeenTree = new Map(), without: ReadonlySet<string> = new Set()) {
  const { files, directories, special } = searchTree({
    top,
    without,
    seen,
    nowMs: LATER_MS,
    gid: null,
  });
  const names = (paths: readonly string[]) =>
    paths.map((path) => path.slice(top.length + 1)).sort();
  return { files: names(files), directories: names(directories), special: names(special) };
}

test("environment files are found at any depth, in dependencies and build output too", () => {
  const secrets = [
    ".env",
    ".env.local",
    ".ENV",
    ".envs/.production",
    "a/b/c/d/e/f/g/h/i/j/.envrc",
    "node_modules/x/.env",
    "target/.env",
    "vendor/prod.env",
    ".prod.env",
    "app.prod.env.bak",
    ".env copy",
    ".env (1)",
    ".flaskenv",
    ".dev.vars",
  ];
  const plain = [".env.example", "my.envelope", ".environment", "jest.env.js", "import.env.d.ts"];
  put(...secrets, ...plain, "prod.env.example");
  expect(found()).toEqual({
    files: secrets.filter((name) => name !== ".envs/.production").sort(),
    directories: [".envs"],
    special: [],
  });
});

test("what is secret in a home is secret in a tree, whole directories at once", () => {
  put("x/.ssh/id", ".aws/credentials", ".netrc", "x/.config/gh/hosts.yml", ".config/other");
  expect(found()).toMatchObject({
    directories: [".aws", "x/.config/gh", "x/.ssh"],
    files: [".netrc"],
  });
});

test.each([
  [".npmrc", "registry=https://registry.example/\n", false],
  [".npmrc", "//registry.example/:_authToken=abc\n", true],
  [".npmrc", "//registry.example/:_authToken=$NPM_TOKEN\n", false],
  [".yarnrc.yml", "nodeLinker: node-modules\n", false],
  [".git/config", '[remote "o"]\n\turl = https://host.example/x\n', false],
  [".git/config", '[remote "o"]\n\turl = https://ada:word@host.example/x\n', true],
  [".git/modules/x/config", "[http]\n\textraheader = AUTHORIZATION: basic abc\n", true],
  [".docker/Dockerfile", "FROM scratch\n", false],
])("%s that says %j is hidden: %s", (name, text, isHidden) => {
  put(name);
  writeFileSync(join(top, name), text);
  expect(found().files).toEqual(isHidden ? [name] : []);
});

test("a secret behind a link is found where it really is", () => {
  put("elsewhere/settings");
  symlinkSync("elsewhere/settings", join(top, ".env"));
  symlinkSync("nowhere", join(top, ".netrc"));
  expect(found().files).toEqual(["elsewhere/settings"]);
});

test("pipes are found, and a directory that is left out is not entered", () => {
  execFileSync(MAKE_PIPE, [join(top, "pipe")]);
  put("own/.env");
  const without = new Set([join(top, "own")]);
  expect(found(new Map(), without)).toEqual({ files: [], directories: [], special: ["pipe"] });
});

test("no number of other names hides a secret", () => {
  mkdirSync(join(top, "many"));
  for (let index = 0; index < 21_000; index += 1) {
    symlinkSync("x", join(top, "many", String(index)));
  }
  put("many/z/.env");
  expect(found().files).toEqual(["many/z/.env"]);
});

test("what was found is remembered until the directory changes", () => {
  put("a/.env", "b/plain");
  const seen: SeenTree = new Map();
  const first = found(seen);
  expect([...seen.keys()].sort()).toEqual([top, join(top, "a"), join(top, "b")]);
  expect(found(seen)).toEqual(first);
  put("b/.env.local");
  expect(found(seen).files).toEqual(["a/.env", "b/.env.local"]);
  rmSync(join(top, "a/.env"));
  expect(found(seen).files).toEqual(["b/.env.local"]);
});

test("a directory that changed in this moment is read again, whatever its times say", () => {
  put("a/plain");
  const seen: SeenTree = new Map();
  searchTree({ top, without: new Set(), seen, nowMs: Date.now(), gid: null });
  expect(seen.size).toBe(0);
  utimesSync(join(top, "a"), 0, 0);
  put("a/.env");
  expect(found(seen).files).toEqual(["a/.env"]);
});
