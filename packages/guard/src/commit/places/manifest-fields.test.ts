import { lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cpuMs } from "@bazaar/testkit/cpu-ms";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rawPath } from "../../disk/raw-path.ts";
import type { Change } from "../change.ts";
import { hasNewScripts } from "./manifest-fields.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "guard-manifest-"));
  for (const side of ["disk", "layer"]) mkdirSync(join(folder, side));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function entry(side: string, name: string, text: string | null) {
  if (text === null) return null;
  const path = join(folder, side, name);
  writeFileSync(path, text);
  return { type: "file", size: lstatSync(path, { bigint: true }).size };
}

const json = (fields: object) => JSON.stringify(fields);
const PLAIN = json({ name: "x", scripts: { test: "vitest" }, dependencies: { a: "1" } });
const TOML = '[package]\nname = "x"\n';

/** How each names where a package comes from. */
const LOCK_FILES = [
  ["package-lock.json", '"resolved": "https://HOST/a.tgz",'],
  ["yarn.lock", '  resolved "https://HOST/a.tgz#1"'],
  ["pnpm-lock.yaml", "    resolution: {tarball: https://HOST/a.tgz}"],
  ["Cargo.lock", 'source = "git+ssh://git@HOST/a#1"'],
  ["uv.lock", 'source = { url = "https://HOST/a.whl" }'],
  ["Gemfile.lock", "  remote: https://HOST/"],
] as const;

test.each<{ what: string; name?: string; was: string | null; now: string; is: boolean }>([
  { what: "a dependency", was: PLAIN, now: PLAIN.replace('"1"', '"2"'), is: false },
  { what: "a version", was: PLAIN, now: PLAIN.replace('"x"', '"y"'), is: false },
  { what: "no scripts in a new manifest", was: null, now: json({ type: "module" }), is: false },
  { what: "empty scripts in a new manifest", was: null, now: json({ scripts: {} }), is: false },
  { what: "a script", was: PLAIN, now: PLAIN.replace("vitest", "evil"), is: true },
  { what: "scripts taken away", was: PLAIN, now: json({ name: "x" }), is: false },
  ...["husky", "lint-staged", "simple-git-hooks", "gitHooks", "packageManager", "eslintConfig"].map(
    (field) => ({ what: field, was: json({}), now: json({ [field]: { a: "evil" } }), is: true }),
  ),
  { what: "text that is no JSON", was: PLAIN, now: "{", is: true },
  { what: "a list", was: PLAIN, now: "[]", is: false },
  {
    name: "composer.json",
    what: "scripts",
    was: "{}",
    now: json({ scripts: { a: "b" } }),
    is: true,
  },
  { name: "Cargo.toml", what: "a name", was: null, now: TOML, is: false },
  {
    name: "Cargo.toml",
    what: "a build script",
    was: TOML,
    now: `${TOML}build = "b.rs"\n`,
    is: true,
  },
  {
    name: "tsconfig.json",
    what: "an option",
    was: "{}",
    now: '{ "strict": true } // x',
    is: false,
  },
  { name: "tsconfig.json", what: "a plugin", was: "{}", now: '{"plugins": [{}]}', is: true },
  { what: "a preset of tests", was: "{}", now: json({ jest: { preset: "./evil" } }), is: true },
  { name: "pyproject.toml", what: "a name", was: null, now: '[project]\nname = "x"\n', is: false },
  ...["plugins", "init-hook", "addopts", "build-backend", "backend-path"].map((field) => ({
    name: "pyproject.toml",
    what: field,
    was: `[x]\n${field} = [\n  "a",\n]\n`,
    now: `[x]\n${field} = [\n  "a", "evil",\n]\n`,
    is: true,
  })),
  {
    name: "setup.cfg",
    what: "a plugin on a line of its own",
    was: "[mypy]\nplugins =\n  a\n",
    now: "[mypy]\nplugins =\n  a\n  evil\n",
    is: true,
  },
  {
    name: "tox.ini",
    what: "a local plugin",
    was: "[tox]\n",
    now: "[flake8:local-plugins]\nextension =\n  X = evil:X\n",
    is: true,
  },
  { name: "pytest.ini", what: "a marker", was: null, now: "[pytest]\nmarkers = slow\n", is: false },
  {
    name: "global.json",
    what: "an SDK",
    was: null,
    now: json({ sdk: { paths: ["x"] } }),
    is: true,
  },
  {
    name: "analysis_options.yaml",
    what: "a plugin",
    was: "analyzer:\n",
    now: "analyzer:\n  plugins:\n    - evil\n",
    is: true,
  },
  ...LOCK_FILES.map(([name, line]) => ({
    name,
    what: "another package of the registry",
    was: line.replace("HOST", "registry.npmjs.org"),
    now: `${line.replace("HOST", "registry.npmjs.org")}\n${line.replace("HOST", "pypi.org")}`,
    is: false,
  })),
  ...LOCK_FILES.map(([name, line]) => ({
    name,
    what: "another host",
    was: line.replace("HOST", "registry.npmjs.org"),
    now: line.replace("HOST", "evil.example"),
    is: true,
  })),
  {
    name: "package-lock.json",
    what: "where to pay",
    was: null,
    now: '"funding": { "url": "https://a.example/b" }',
    is: false,
  },
])("$name: $what is something new to run: $is", ({ name = "package.json", was, now, is }) => {
  const change = {
    path: rawPath(join(folder, "disk", name)),
    source: rawPath(join(folder, "layer", name)),
    before: entry("disk", name, was),
    after: entry("layer", name, now),
  };
  expect(hasNewScripts(change as unknown as Change)).toBe(is);
});

test("a hostile manifest takes linear time", () => {
  const names = ["Cargo.toml", "pyproject.toml", "setup.cfg", "package-lock.json", "tsconfig.json"];
  const units = ["\n", "a", " ", "plugins = [", "resolved https://", '"plugins":[', "\n "];
  for (const name of names) {
    for (const unit of units) {
      const text = unit.repeat(1_000_000 / unit.length);
      const after = entry("layer", name, text);
      const [path, source] = ["disk", "layer"].map((side) => rawPath(join(folder, side, name)));
      const change = { path, source, before: null, after } as unknown as Change;
      expect(
        cpuMs(() => hasNewScripts(change)),
        `${name}: ${unit}`,
      ).toBeLessThan(2_000);
    }
  }
});
