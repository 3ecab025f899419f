/**
 * Which files an agent elsewhere may look at: those that the failure is about, manifests of the
 * project, and what belongs to the system. For any other file the user is asked. Listings show
 * names only and are free, and so are commands that name no file.
 */
import { realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Contract } from "@bazaar/doors/connection";
import type { InvestigationRefusal, Reading } from "@bazaar/guard/investigate";
import { failureFiles, realFile } from "./failure-files.ts";
import { failureText } from "./failure-text.ts";
import type { ShareNeeds } from "./outgoing.ts";

/** Tools that print names and sizes, and nothing of what is in a file. */
const LISTING: ReadonlySet<string> = new Set([
  "[",
  "basename",
  "df",
  "dirname",
  "du",
  "fd",
  "file",
  "find",
  "getfacl",
  "ls",
  "lsattr",
  "namei",
  "pwd",
  "readlink",
  "realpath",
  "stat",
  "test",
  "tree",
  "type",
  "wc",
  "whereis",
  "which",
]);

/** The same on every machine of its kind; `/usr/src` and most of `/usr/local` are not. */
const SYSTEM =
  /^\/(?:usr\/(?!(?:src|local)(?:\/|$))[^/]+|usr\/local\/(?:bin|sbin|include|lib\w*|share)|bin|sbin|lib|lib32|lib64)(?:\/|$)/;
const ABOUT_SYSTEM: ReadonlySet<string> = new Set([
  "/etc/alpine-release",
  "/etc/debian_version",
  "/etc/fedora-release",
  "/etc/lsb-release",
  "/etc/os-release",
  "/etc/redhat-release",
  "/proc/cpuinfo",
  "/proc/meminfo",
  "/proc/version",
]);

/** Files that say what a project is made of and how it is built. */
const MANIFEST =
  /^(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-(?:lock|workspace)\.yaml|bun\.lock|deno\.jsonc?|[jt]sconfig(?:\.[\w-]+)?\.json|lerna\.json|nx\.json|turbo\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements[\w-]*\.txt|Pipfile(?:\.lock)?|poetry\.lock|uv\.lock|tox\.ini|environment\.ya?ml|Cargo\.(?:toml|lock)|rust-toolchain(?:\.toml)?|go\.(?:mod|sum|work)|(?:GNU)?[Mm]akefile|CMakeLists\.txt|meson\.build|configure\.(?:ac|in)|Makefile\.(?:am|in)|BUILD(?:\.bazel)?|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|pom\.xml|build\.(?:sbt|xml|zig)|\.env\.(?:example|sample|template|dist)|env\.example|Gemfile(?:\.lock)?|[\w-]+\.gemspec|Rakefile|composer\.(?:json|lock)|mix\.(?:exs|lock)|[\w.-]+\.(?:csproj|fsproj|sln)|\.(?:nvmrc|node-version|python-version|ruby-version|tool-versions))$/;

/** Names of branches, where git is not asked. */
const BRANCHES = /^\/\.git\/(?:HEAD|packed-refs)$/;

type Needs = Pick<ShareNeeds, "around" | "consent">;

export class SharedFiles {
  readonly #needs: Needs;
  readonly #agreed = new Set<string>();
  readonly #agreedBelow = new Set<string>();
  readonly #declined = new Set<string>();
  #failure: ReadonlySet<string> | null = null;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Null if the command may be answered. */
  async refusal(contract: Contract, reading: Reading): Promise<InvestigationRefusal | null> {
    const directory = realpathSync(this.#needs.around.workingTree);
    this.#failure ??= failureFiles(failureText(contract), this.#needs.around);
    for (const path of contentPaths(reading, directory)) {
      const real = realPath(path);
      if (real === null || this.#isFree(real, directory)) continue;
      if (!(await this.#isAgreed(contract, real, reading))) {
        return { code: "not_shared", path, problem: NOT_SHARED };
      }
    }
    return null;
  }

  #isFree(real: string, tree: string): boolean {
    if (SYSTEM.test(real) && !isBelow(real, tree)) return true;
    if (ABOUT_SYSTEM.has(real) || this.#failure?.has(real)) return true;
    if (real.startsWith(`${tree}/`) && MANIFEST.test(basename(real))) return true;
    if (BRANCHES.test(real.slice(tree.length))) return real.startsWith(`${tree}/`);
    return this.#agreed.has(real) || [...this.#agreedBelow].some((above) => isBelow(real, above));
  }

  async #isAgreed(contract: Contract, real: string, { words }: Reading): Promise<boolean> {
    if (this.#declined.has(real)) return false;
    const isTree = realFile(real) === null;
    const answer = await this.#needs.consent.file(contract, { path: real, isTree, words });
    if (answer === "no") this.#declined.add(real);
    else if (answer === "all") this.#agreedBelow.add(isTree ? real : dirname(real));
    else if (!isTree) this.#agreed.add(real);
    return answer !== "no";
  }
}

const NOT_SHARED =
  "the failure does not name it, and the user has not agreed to send it; listings, manifests, files " +
  "that the failure names and what these import can be read";

/** The files and trees whose contents the output may show. */
function contentPaths({ words, paths, readsDirectory }: Reading, directory: string) {
  if (isListing(words)) return [];
  const [tool, subcommand] = words;
  const showsMore =
    (tool === "git" && !isLimitedByPaths(words, paths)) || (tool === "go" && subcommand === "doc");
  return readsDirectory || showsMore ? [...paths, directory] : paths;
}

/** Names of commits that cannot be those of files, unless somebody chose them to be. */
const REVISION = /^(?:HEAD|@|[0-9a-f]{7,40})(?:[~^]\d*)*(?:\.{2,3}(?:HEAD|@)?)?$/;

/**
 * Whether git shows nothing but files that are there. What is not there is a revision, which shows
 * all that it changed, or a file that was deleted.
 */
function isLimitedByPaths([, subcommand]: readonly string[], paths: readonly string[]): boolean {
  const others = paths.filter((path) => realPath(path) === null);
  if (others.length === 0) return true;
  const areRevisions = others.every((path) => REVISION.test(basename(path)));
  return areRevisions && others.length < paths.length && subcommand !== "show";
}

function isListing(words: readonly string[]): boolean {
  const [tool = "", ...rest] = words;
  if (tool === "git") return isGitListing(rest);
  // The words of the other tool follow those of `timeout`.
  if (tool === "timeout") return isListing(rest.slice(rest.findIndex((one) => TOOL.test(one))));
  return LISTING.has(tool);
}

/** Neither a number nor a flag. */
const TOOL = /^[a-z]/;

/** They print names, states and messages of commits. */
const GIT_LISTING: ReadonlySet<string> = new Set([
  "--version",
  "branch",
  "check-ignore",
  "count-objects",
  "describe",
  "ls-files",
  "ls-tree",
  "merge-base",
  "name-rev",
  "reflog",
  "remote",
  "rev-list",
  "rev-parse",
  "shortlog",
  "symbolic-ref",
  "tag",
  "version",
  "worktree",
]);
/** With some flags these show, or search in, contents of files. */
const GIT_REPORTS: ReadonlySet<string> = new Set(["log", "status"]);
const GIT_CONTENTS =
  /^-(?:[pucmvLSGUW]|\d*[pu])|^--(?:patch|unified|cc|word-diff|function-context|binary|check|verbose)/;

function isGitListing([subcommand = "", ...flags]: readonly string[]): boolean {
  if (GIT_LISTING.has(subcommand)) return true;
  return GIT_REPORTS.has(subcommand) && !flags.some((flag) => GIT_CONTENTS.test(flag));
}

function isBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}/`);
}

/** Null if it does not exist: the tool will say so. */
function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    return path;
  }
}
