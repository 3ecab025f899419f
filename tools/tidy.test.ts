/**
 * Checks the repository's own rules on every file that git tracks or would add. A failure lists the
 * files and what to do. The rules have their own tests in `tidy/`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { noCourtKinds } from "./tidy/court-kinds.ts";
import { documentReaders, READERS } from "./tidy/document-readers.ts";
import { layers } from "./tidy/layers.ts";
import { noModuleState } from "./tidy/module-state.ts";
import { CHOOSERS, profileNames } from "./tidy/profile-names.ts";
import { noRailNames } from "./tidy/rail-names.ts";
import { noRequestPaths } from "./tidy/request-paths.ts";
import {
  everyTestRuns,
  fileLength,
  importSpelling,
  indexWhereExported,
  kebabCase,
  LONG_FILES,
  namedExports,
  noMachinePaths,
  noSwallowedErrors,
  ownedNotes,
  plainName,
  portableLock,
  pureKernel,
  type Rule,
  skipsAreNamed,
} from "./tidy/rules.ts";
import {
  actsHavePages,
  actsHaveTests,
  adaptersAreProven,
  exportTargets,
  linksResolve,
  packagesHaveLicences,
  type Tree,
} from "./tidy/tree.ts";

const ROOT = join(import.meta.dirname, "..");

const repository: Tree = {
  paths: listFiles(),
  read: (path) => readFileSync(join(ROOT, path), "utf8"),
};
const READABLE = /\.(?:ts|mjs|md|json|sol|sh|html|css)$/;
// Generated or recorded data.
const RECORDED = ["spec/vectors/", "docs/a-day-with-fix.md"];

describe("every file", () => {
  const isRecorded = (path: string) => RECORDED.some((start) => path.startsWith(start));
  const ours = repository.paths.filter((path) => READABLE.test(path) && !isRecorded(path));

  test.each<{ claim: string; rule: Rule }>([
    {
      claim: "is not too long",
      rule: (path, text) => fileLength(path, text),
    },
    { claim: "has a meaningful name", rule: plainName },
    { claim: "has a name in kebab-case", rule: kebabCase },
    { claim: "has named exports only", rule: namedExports },
    {
      claim: "is an index.ts only if a package exports it",
      rule: indexWhereExported(exportTargets(repository)),
    },
    { claim: "imports files by their full name", rule: importSpelling },
    { claim: "has no TODO without a name", rule: ownedNotes },
    { claim: "skips no test", rule: everyTestRuns },
    { claim: "says what a skipped test needs", rule: skipsAreNamed },
    { claim: "ignores no error", rule: noSwallowedErrors },
    { claim: "contains no machine-specific path", rule: noMachinePaths },
    { claim: "names no registry in the lock file", rule: portableLock },
    { claim: "imports only what its layer allows", rule: layers },
    { claim: "is pure if it belongs to the kernel", rule: pureKernel },
    { claim: "of the kernel keeps no state", rule: noModuleState },
    {
      claim: "names a profile only if it must choose one",
      rule: (path, text) => profileNames(path, text),
    },
    {
      claim: "reads a document only where people or agents read it",
      rule: (path, text) => documentReaders(path, text),
    },
    { claim: "asks for no rail by its name", rule: noRailNames },
    { claim: "asks no court for its kind", rule: noCourtKinds },
    { claim: "names no path of the HTTP door outside it", rule: noRequestPaths },
  ])("$claim", ({ rule }) => {
    const problems = ours.flatMap((path) =>
      rule(path, repository.read(path)).map((problem) => `${path} ${problem}`),
    );
    expect(problems).toEqual([]);
  });
});

describe("the tree", () => {
  test.each([
    { claim: "has a page for every act and an act for every page", rule: actsHavePages },
    { claim: "has a test for every act", rule: actsHaveTests },
    { claim: "proves every rail, store, connection and check", rule: adaptersAreProven },
    { claim: "has a licence for every package", rule: packagesHaveLicences },
    { claim: "has no broken link", rule: linksResolve },
  ])("$claim", ({ rule }) => {
    expect(rule(repository)).toEqual([]);
  });

  test("contains every file that a package exports", () => {
    const missing = [...exportTargets(repository)].filter((path) => !existsSync(join(ROOT, path)));
    expect(missing).toEqual([]);
  });

  test("contains every file that is an exception to a rule", () => {
    const excused = [LONG_FILES, CHOOSERS, READERS].flatMap((list) => Object.keys(list));
    const gone = excused.filter((path) => !repository.paths.includes(path));
    expect(gone).toEqual([]);
  });
});

function listFiles(): string[] {
  // The checkout may belong to another user, as in a container.
  const args = ["-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard"];
  const { status, stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  // In a downloaded archive there is no git repository: check every file that is not installed.
  const listed = status === 0 ? stdout.trim().split("\n") : walk(ROOT);
  return [...new Set(listed)].filter((path) => existsSync(join(ROOT, path)));
}

function walk(root: string): string[] {
  const installed = /(^|\/)(node_modules|coverage|reports|\.stryker-tmp|\.git)(\/|$)/;
  const files = readdirSync(root, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile())
    .map((file) => relative(root, join(file.parentPath, file.name)))
    .filter((path) => !installed.test(path));
}
