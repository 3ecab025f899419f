import { describe, expect, test } from "vitest";
import {
  everyTestRuns,
  fileLength,
  importSpelling,
  indexWhereExported,
  isTest,
  kebabCase,
  namedExports,
  noMachinePaths,
  noSwallowedErrors,
  ownedNotes,
  plainName,
  portableLock,
  pureKernel,
  type Rule,
  skipsAreNamed,
} from "./rules.ts";

const CODE = "packages/market/src/record-act.ts";
const TEST = "packages/market/src/record-act.test.ts";
const KERNEL = "packages/kernel/src/court/draw.ts";

interface Case {
  readonly rule: Rule;
  readonly path: string;
  readonly text?: string;
}

// Put together here, because this file is held to the same rules.
const aHome = ["", "home", "ada", "bazaar"].join("/");
const rootsHome = ["", "root", "notes"].join("/");
const windowsHome = ["C:", "Users", "ada"].join("\\");
const note = ["TO", "DO"].join("");

describe("a rule reports", () => {
  test.each<Case & { what: string }>([
    { what: "a file over the limit", rule: fileLength, path: CODE, text: lines(401) },
    { what: "a test over its limit", rule: fileLength, path: TEST, text: lines(601) },
    { what: "a vague file name", rule: plainName, path: "packages/market/src/utils.ts" },
    { what: "a vague test name", rule: plainName, path: "packages/market/src/helpers.test.ts" },
    { what: "a vague folder", rule: plainName, path: "packages/market/src/common/retry.ts" },
    { what: "a camelCase file", rule: kebabCase, path: "packages/market/src/recordAct.ts" },
    { what: "an under_scored page", rule: kebabCase, path: "spec/acts/review_accept.md" },
    { what: "a default export", rule: namedExports, path: CODE, text: "export default 1;" },
    {
      what: "a default export by renaming",
      rule: namedExports,
      path: CODE,
      text: "const a = 1;\nexport { a as default };",
    },
    {
      what: "a default export of a nested config",
      rule: namedExports,
      path: "tools/x.config.ts",
      text: "export default 1;",
    },
    { what: "a star export", rule: namedExports, path: CODE, text: 'export * from "./a.ts";' },
    {
      what: "a named star export",
      rule: namedExports,
      path: CODE,
      text: 'export * as a from "./a.ts";',
    },
    {
      what: "a barrel",
      rule: indexWhereExported(new Set()),
      path: "packages/market/src/tasks/index.ts",
    },
    {
      what: "an import without an ending",
      rule: importSpelling,
      path: CODE,
      text: 'import { a } from "./a";',
    },
    {
      what: "an import of .js",
      rule: importSpelling,
      path: CODE,
      text: 'export { a } from "./a.js";',
    },
    {
      what: "a dynamic import without an ending",
      rule: importSpelling,
      path: CODE,
      text: 'await import("./a");',
    },
    {
      what: "an import of its own index",
      rule: importSpelling,
      path: CODE,
      text: 'import { a } from "./index.ts";',
    },
    {
      what: "a TODO without a name in code",
      rule: ownedNotes,
      path: CODE,
      text: `// ${note}: later`,
    },
    {
      what: "a TODO without a name on a page",
      rule: ownedNotes,
      path: "README.md",
      text: `${note}: later`,
    },
    { what: "a focused test", rule: everyTestRuns, path: TEST, text: 'test.only("a", () => {});' },
    {
      what: "a focused suite",
      rule: everyTestRuns,
      path: TEST,
      text: 'describe.only("a", () => {});',
    },
    { what: "a skipped test", rule: everyTestRuns, path: TEST, text: 'it.skip("a", () => {});' },
    {
      what: "a skipped table",
      rule: everyTestRuns,
      path: TEST,
      text: 'test.skip.each([1])("a", () => {});',
    },
    {
      what: "a test skipped by option",
      rule: everyTestRuns,
      path: TEST,
      text: 'test("a", { skip: true }, () => {});',
    },
    { what: "a test marked todo", rule: everyTestRuns, path: TEST, text: 'test.todo("a");' },
    {
      what: "a conditional test without its need",
      rule: skipsAreNamed,
      path: TEST,
      text: 'test.skipIf(!a)("a", () => {});',
    },
    {
      what: "a conditional table without its need",
      rule: skipsAreNamed,
      path: TEST,
      text: 'test.skipIf(!a).each([1])("a %d", () => {});',
    },
    {
      what: "a conditional test whose title is elsewhere",
      rule: skipsAreNamed,
      path: TEST,
      text: 'const runs = test.skipIf(!a);\nruns("a (needs b)", () => {});',
    },
    { what: "an empty catch", rule: noSwallowedErrors, path: CODE, text: "try { a(); } catch {}" },
    {
      what: "a catch with only a comment",
      rule: noSwallowedErrors,
      path: CODE,
      text: "try { a(); } catch (e) { /* fine */ }",
    },
    {
      what: "a promise with an empty catch",
      rule: noSwallowedErrors,
      path: CODE,
      text: "a().catch(() => {});",
    },
    { what: "a home folder", rule: noMachinePaths, path: CODE, text: `const a = "${aHome}";` },
    {
      what: "the home folder of root",
      rule: noMachinePaths,
      path: "README.md",
      text: `see ${rootsHome}`,
    },
    { what: "a Windows profile", rule: noMachinePaths, path: CODE, text: `${windowsHome}\\` },
    {
      what: "a lock file with a registry",
      rule: portableLock,
      path: "package-lock.json",
      text: '"resolved": "https://a/b.tgz"',
    },
    {
      what: "a clock in the kernel",
      rule: pureKernel,
      path: KERNEL,
      text: "const now = Date.now();",
    },
    {
      what: "a clock as a type",
      rule: pureKernel,
      path: KERNEL,
      text: "function f(at: Date) { return at; }",
    },
    {
      what: "randomness in the kernel",
      rule: pureKernel,
      path: KERNEL,
      text: "const a = Math.random();",
    },
    { what: "the environment", rule: pureKernel, path: KERNEL, text: "const a = process.env.A;" },
    {
      what: "the environment in a shorthand",
      rule: pureKernel,
      path: KERNEL,
      text: "const a = { process };",
    },
    { what: "the global object", rule: pureKernel, path: KERNEL, text: "globalThis.a = 1;" },
    { what: "a timer", rule: pureKernel, path: KERNEL, text: "setTimeout(() => 1, 2);" },
    { what: "the console", rule: pureKernel, path: KERNEL, text: 'console.log("a");' },
    {
      what: "an import from Node",
      rule: pureKernel,
      path: KERNEL,
      text: 'import { a } from "node:fs";',
    },
    {
      what: "a sort order that depends on the language",
      rule: pureKernel,
      path: KERNEL,
      text: "a.localeCompare(b);",
    },
  ])("$what", ({ rule, path, text = "" }) => {
    expect(rule(path, text)).toHaveLength(1);
  });
});

describe("a rule accepts", () => {
  test.each<Case & { what: string }>([
    { what: "a file at the limit", rule: fileLength, path: CODE, text: lines(400) },
    { what: "a test at its limit", rule: fileLength, path: TEST, text: lines(600) },
    { what: "a plain name", rule: plainName, path: "packages/kernel/src/check/kinds.ts" },
    { what: "a page in capitals", rule: kebabCase, path: "CHANGELOG.md" },
    { what: "a hidden folder", rule: kebabCase, path: ".ci/notes.md" },
    {
      what: "a default export of a root config",
      rule: namedExports,
      path: "vitest.config.ts",
      text: "export default 1;",
    },
    {
      what: "an export in a string",
      rule: namedExports,
      path: CODE,
      text: 'const a = "export default 1";',
    },
    {
      what: "a package's own index",
      rule: indexWhereExported(new Set(["packages/a/src/index.ts"])),
      path: "packages/a/src/index.ts",
    },
    {
      what: "an import with its ending",
      rule: importSpelling,
      path: CODE,
      text: 'import { a } from "./a.ts";',
    },
    {
      what: "a package import",
      rule: importSpelling,
      path: CODE,
      text: 'import { a } from "@bazaar/kernel";',
    },
    { what: "a TODO with a name", rule: ownedNotes, path: CODE, text: `// ${note}(ada): later` },
    {
      what: "a quoted TODO on a page",
      rule: ownedNotes,
      path: "README.md",
      text: `no \`${note}\` here`,
    },
    {
      what: "a test that needs a program",
      rule: everyTestRuns,
      path: TEST,
      text: 'test.skipIf(!a)("a", () => {});',
    },
    {
      what: "a conditional test with its need",
      rule: skipsAreNamed,
      path: TEST,
      text: 'test.skipIf(!a)("a (needs git)", () => {});',
    },
    {
      what: "a conditional table with its need in a template",
      rule: skipsAreNamed,
      path: TEST,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is the checked text.
      text: "test.skipIf(!a).each([1])(`a %d (needs ${b})`, () => {});",
    },
    {
      what: "a conditional test in a suite with its need",
      rule: skipsAreNamed,
      path: TEST,
      text: 'describe.each([1])("a (needs root)", () => { test.skipIf(!a)("b", () => {}); });',
    },
    { what: "skip in other code", rule: everyTestRuns, path: TEST, text: "reader.skip(4);" },
    {
      what: "a catch that returns a value",
      rule: noSwallowedErrors,
      path: CODE,
      text: "try { a(); } catch { b(); }",
    },
    {
      what: "a home folder inside a word",
      rule: noMachinePaths,
      path: CODE,
      text: `"https://a.b${aHome.slice(5)}"`,
    },
    {
      what: "a lock file without a registry",
      rule: portableLock,
      path: "package-lock.json",
      text: '"integrity": "sha512-a"',
    },
    {
      what: "the word in a comment",
      rule: pureKernel,
      path: KERNEL,
      text: "// due process, no Date",
    },
    {
      what: "a field of that name",
      rule: pureKernel,
      path: KERNEL,
      text: "const a = { process: b.console };",
    },
    {
      what: "a clock in a kernel test",
      rule: pureKernel,
      path: "packages/kernel/src/a.test.ts",
      text: "Date.now();",
    },
    { what: "a clock elsewhere", rule: pureKernel, path: CODE, text: "Date.now();" },
  ])("$what", ({ rule, path, text = "" }) => {
    expect(rule(path, text)).toEqual([]);
  });
});

test("a listed file may be long, and must leave the list when it is short", () => {
  const excused = { [CODE]: "generated" };
  expect(fileLength(CODE, lines(401), excused)).toEqual([]);
  expect(fileLength(CODE, lines(400), excused)).toHaveLength(1);
});

test("a test is recognized by its ending or its folder", () => {
  expect(isTest(TEST)).toBe(true);
  expect(isTest("apps/server/test/boot.ts")).toBe(true);
  expect(isTest("tools/test.ts")).toBe(false);
});

function lines(count: number): string {
  return "const a = 1;\n".repeat(count);
}
