/**
 * The house rules, held over every file that is or could be committed. A failure lists the files
 * and says what to do; the rules themselves are proven in `tidy/`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { layers } from "./tidy/layers.ts";
import { noModuleState } from "./tidy/module-state.ts";
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
} from "./tidy/rules.ts";
import {
  actsHavePages,
  actsHaveTests,
  exportTargets,
  linksLead,
  packagesHaveLicences,
  type Tree,
} from "./tidy/tree.ts";

const ROOT = join(import.meta.dirname, "..");

const repository: Tree = {
  paths: listFiles(),
  read: (path) => readFileSync(join(ROOT, path), "utf8"),
};
const READABLE = /\.(?:ts|mjs|md|json|sol|sh|html|css)$/;
// Recorded from other programs, byte for byte.
const RECORDED = "spec/vectors/";

describe("every file", () => {
  const ours = repository.paths.filter((path) => READABLE.test(path) && !path.startsWith(RECORDED));

  test.each<{ claim: string; rule: Rule }>([
    {
      claim: "is short enough to read in one sitting",
      rule: (path, text) => fileLength(path, text),
    },
    { claim: "has a name that says what it does", rule: plainName },
    { claim: "has a name in kebab-case", rule: kebabCase },
    { claim: "exports by name", rule: namedExports },
    {
      claim: "is an index only where a package exports it",
      rule: indexWhereExported(exportTargets(repository)),
    },
    { claim: "spells its imports out", rule: importSpelling },
    { claim: "leaves no note without a name", rule: ownedNotes },
    { claim: "switches no test off", rule: everyTestRuns },
    { claim: "swallows no error", rule: noSwallowedErrors },
    { claim: "knows nothing of the machine it was written on", rule: noMachinePaths },
    { claim: "of the lock can be installed from any registry", rule: portableLock },
    { claim: "imports downwards", rule: layers },
    { claim: "of the kernel is pure", rule: pureKernel },
    { claim: "of the kernel keeps no state", rule: noModuleState },
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
    { claim: "names the licence of every package", rule: packagesHaveLicences },
    { claim: "has no page with a dead link", rule: linksLead },
  ])("$claim", ({ rule }) => {
    expect(rule(repository)).toEqual([]);
  });

  test("has every file that a package exports", () => {
    const missing = [...exportTargets(repository)].filter((path) => !existsSync(join(ROOT, path)));
    expect(missing).toEqual([]);
  });

  test("has every file on the list of long files", () => {
    const gone = Object.keys(LONG_FILES).filter((path) => !repository.paths.includes(path));
    expect(gone).toEqual([]);
  });
});

function listFiles(): string[] {
  // A checkout may belong to another user than the one who tests it, as in a container.
  const args = ["-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard"];
  const { status, stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  // A downloaded archive has no history to ask; then every file counts that is not installed.
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
