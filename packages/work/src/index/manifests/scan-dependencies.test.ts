import { expect, test } from "vitest";
import { manifestOf, scanDependencies } from "./scan-dependencies.ts";

function found(path: string, ...lines: readonly string[]): readonly string[] {
  const manifest = manifestOf(path);
  if (manifest === null) return [];
  return scanDependencies(lines.join("\n"), manifest).map(
    ({ name, version, isDev }) => `${name} ${version}${isDev ? " dev" : ""}`,
  );
}

test.each<{ path: string; lines: readonly string[]; is: readonly string[] }>([
  {
    path: "web/package.json",
    lines: [
      '{"name": "x", "dependencies": {"a": "^1.0", "@b/c": "2"},',
      '"devDependencies": {"d": "*", "": "1"}, "peerDependencies": {"e": 5}, "scripts": {"f": "1"}}',
    ],
    is: ["a ^1.0", "@b/c 2", "e ", "d * dev"],
  },
  {
    path: "Cargo.toml",
    lines: [
      "[package]",
      'version = "0.1.0"',
      "[dependencies]",
      'a = "1.0" # a comment with "quotes"',
      'b = { version = "2", features = ["x"] }',
      'c = { path = "../c" }',
      "d.workspace = true",
      "[dev-dependencies]",
      "e = '3'",
      "[target.'cfg(unix)'.dependencies.f]",
      'version = "4"',
      "optional = true",
      "[features]",
      'g = ["a/x"]',
    ],
    is: ["a 1.0", "b 2", "c ", "d ", "e 3 dev", "f 4"],
  },
  {
    path: "pyproject.toml",
    lines: [
      "[project]",
      'name = "x"',
      "dependencies = [",
      '  "a>=1.0,<2", # why',
      "  \"b[extra] ~= 2.0; python_version < '3.9'\",",
      '  "c @ https://example.test/c.zip",',
      "]",
      "[project.optional-dependencies]",
      'more = ["d==1"]',
      "[dependency-groups]",
      'test = ["e"]',
      "[tool.poetry.dependencies]",
      'python = "^3.8"',
      'f = "^1.2"',
      "[tool.poetry.group.dev.dependencies]",
      'g = {version = "2"}',
    ],
    is: ["a >=1.0,<2", "b ~= 2.0", "c ", "d ==1", "e  dev", "f ^1.2", "g 2 dev"],
  },
  {
    path: "requirements-dev.txt",
    lines: [
      "# all",
      "-r base.txt",
      "a==1.0  # why",
      "b >= 2 ; python_version < '3'",
      "",
      "c",
      "d[x]==3",
    ],
    is: ["a ==1.0", "b >= 2", "c ", "d ==3"],
  },
  {
    path: "go.mod",
    lines: [
      "module example.test/x",
      "go 1.19",
      "require example.test/a v1.0.0",
      "require (",
      "\texample.test/b v2.0.0 // indirect",
      ")",
      "replace example.test/c v1.0.0 => ../c",
    ],
    is: ["example.test/a v1.0.0", "example.test/b v2.0.0"],
  },
])("dependencies in $path", ({ path, lines, is }) => {
  expect(found(path, ...lines)).toEqual(is);
});

test.each([
  { path: "package.json", text: "[]" },
  { path: "package.json", text: '{"dependencies": ["a"]}' },
  { path: "package.json", text: "{" },
  { path: "Cargo.toml", text: "[dependencies" },
  { path: "pyproject.toml", text: "[project]\ndependencies = [" },
  { path: "requirements.txt", text: "?" },
  { path: "go.mod", text: "require (" },
  { path: "README.md", text: "require example.test/a v1.0.0" },
  { path: "constructor", text: "" },
])("a $path of another form has none", ({ path, text }) => {
  expect(found(path, text)).toEqual([]);
});

test("at most 5,000 are listed, and none of unusual length", () => {
  const names = Array.from({ length: 5_001 }, (_, n) => `a${n}`);
  expect(found("requirements.txt", "b".repeat(501), ...names)).toHaveLength(5_000);
});

test.each([
  { what: "spaces", line: `a${" ".repeat(500_000)}b` },
  { what: "comments", line: " #\r".repeat(200_000) },
  { what: "quotes", line: `a = ${"\"'".repeat(4_000)}\n`.repeat(100) },
  { what: "brackets", line: "a = [\n".repeat(100_000) },
  { what: "closing brackets", line: `[${"]".repeat(9_900)}x\n`.repeat(100) },
])("a manifest of $what takes no time", ({ line }) => {
  const startedMs = performance.now();
  const table = "[dependencies]\n";
  for (const path of ["Cargo.toml", "pyproject.toml", "requirements.txt", "go.mod"]) {
    found(path, `${table}${line}`);
  }
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});
