import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fields } from "../../canonical/fields.ts";
import {
  protectionJson,
  readProtection,
  type StatedTests,
  testProblem,
  testProtection,
} from "./test-protection.ts";
import { USUAL_TESTS } from "./usual-tests.ts";

const USUAL: StatedTests = { named: null, allowedPaths: [] };

/** Whether a patch may change a file that is there, and add one that is not. */
function allowed(path: string, stated: Partial<StatedTests> = {}) {
  const problemOf = testProblem(testProtection({ ...USUAL, ...stated }));
  const is = (isNew: boolean) => problemOf({ path, isNew, newMode: "100644" }) === null;
  return { change: is(false), add: is(true) };
}

test.each([
  "src/sum.js",
  "src/latest.ts",
  "src/contest/entry.py",
  "lib/protest.rb",
  "src/inspect.go",
  "README.md",
  "data.json",
  "docs/testing.md",
  "src/features/login.ts",
  "config.yaml",
  "src/build/index.ts",
])("%s is no test: it may change and come", (path) => {
  expect(allowed(path)).toEqual({ change: true, add: true });
});

test.each([
  "sum.test.js",
  "src/deep/sum.spec.ts",
  "test/sum.test.mjs",
  "test_sum.py",
  "pkg/tests/test_sum.py",
  "pkg/sum_test.go",
  "spec/sum_spec.rb",
  "src/test/java/SumTest.java",
  "Tests/SumTests.cs",
])("%s is a test: it stays, and new ones may come", (path) => {
  expect(allowed(path)).toEqual({ change: false, add: true });
});

test.each([
  "test.js",
  "test.sh",
  "run-tests.sh",
  "tests/helper.js",
  "src/__tests__/setup.ts",
  "src/__mocks__/fs.js",
  "sum.test.ts.snap",
  "test_sum/__init__.py",
  "testdata/in.txt",
  "test",
])("%s is read by tests: it may neither change nor come", (path) => {
  expect(allowed(path)).toEqual({ change: false, add: false });
});

test.each([
  "package.json",
  "packages/a/package.json",
  "package-lock.json",
  "node_modules/.bin/jest",
  "jest.config.js",
  "vitest.config.prod.mts",
  ".mocharc.json",
  "tsconfig.test.json",
  "conftest.py",
  "tests/conftest.py",
  "pytest.ini",
  "pytest.py",
  "unittest/__init__.py",
  "pyproject.toml",
  "tox.ini",
  "Makefile",
  "GNUmakefile",
  "rules.mk",
  "Cargo.toml",
  ".cargo/config.toml",
  "go.mod",
  "pom.xml",
  "app/build.gradle.kts",
  "Gemfile.lock",
  "app/App.csproj",
  ".github/workflows/ci.yml",
  ".gitlab-ci.yml",
])("%s decides how tests run: it may neither change nor come", (path) => {
  expect(allowed(path)).toEqual({ change: false, add: false });
});

describe("a buyer", () => {
  const both = { change: true, add: true };

  test.each([
    { path: "package.json", allowedPaths: ["package.json"], is: true },
    { path: "package.json", allowedPaths: ["./package.json"], is: true },
    { path: "a/package.json", allowedPaths: ["**/package.json"], is: true },
    { path: "test/a.js", allowedPaths: ["test/**"], is: true },
    { path: "test/a.js", allowedPaths: ["test/"], is: true },
    { path: "a.test.ts", allowedPaths: ["**/*.test.ts"], is: true },
    { path: "package.json", allowedPaths: ["**"], is: false },
    { path: "package.json", allowedPaths: ["*.json"], is: false },
    { path: "src/a.test.ts", allowedPaths: ["src/**"], is: false },
    { path: "package.json", allowedPaths: ["Makefile"], is: false },
  ])("that allows $allowedPaths lets $path change: $is", ({ path, allowedPaths, is }) => {
    expect(allowed(path, { allowedPaths }).change).toBe(is);
  });

  test("that names no tests at all lets everything change", () => {
    expect(testProtection({ ...USUAL, named: [] })).toBeNull();
    expect(allowed("package.json", { named: [] })).toEqual(both);
  });

  test("that names its own tests protects these, and no others", () => {
    const named = ["check/**"];
    expect(allowed("check/new.js", { named })).toEqual({ change: false, add: false });
    expect(allowed("package.json", { named })).toEqual(both);
  });
});

test("what is usual is written into terms, and read back", () => {
  const protection = testProtection({ named: null, allowedPaths: ["test/**", "src/**"] });
  if (protection === null) throw new Error("nothing is protected");
  const json = protectionJson(protection);
  expect(json).toMatchObject({ except: ["test/**"], configuration: expect.any(Array) });
  const read = fields(json);
  expect(readProtection(read)).toEqual(protection);
  expect(read.problem).toBeNull();
});

test.each([
  { what: "a pattern with a problem", change: { tests: ["["] } },
  { what: "too many patterns", change: { except: Array<string>(51).fill("a") } },
  { what: "too long patterns", change: { except: Array<string>(20).fill("a".repeat(199)) } },
  { what: "a list left out", change: { new_tests: null } },
])("terms with $what are refused", ({ change }) => {
  const protection = testProtection(USUAL);
  if (protection === null) throw new Error("nothing is protected");
  const read = fields({ ...protectionJson(protection), ...change });
  readProtection(read);
  expect(read.problem).not.toBeNull();
});

test("the page lists the usual names", () => {
  const page = readFileSync(new URL("../../../../../spec/jobs.md", import.meta.url), "utf8");
  const [, block = ""] = page.split("The usual names:\n\n```\n");
  const { tests, newTests, configuration } = USUAL_TESTS;
  const lists = { tests, new_tests: newTests, configuration };
  const written = Object.entries(lists).flatMap(([name, patterns]) => [
    name,
    ...patterns.map((pattern) => `  ${pattern}`),
  ]);
  expect((block.split("\n```")[0] ?? "").split("\n")).toEqual(written);
});
