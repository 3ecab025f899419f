import { lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
])("$name: $what is something new to run: $is", ({ name = "package.json", was, now, is }) => {
  const change = {
    path: rawPath(join(folder, "disk", name)),
    source: rawPath(join(folder, "layer", name)),
    before: entry("disk", name, was),
    after: entry("layer", name, now),
  };
  expect(hasNewScripts(change as unknown as Change)).toBe(is);
});
