/**
 * What a buyer hands out of its repository: one commit without history, without secrets and without
 * what the terms disallow, as a git bundle.
 *
 * The user's repository is only read. Everything is made in a repository beside it that borrows its objects
 * and has none of its settings, hooks, index or references. Author and date are fixed, so that equal
 * trees give equal commits.
 */
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isCommit } from "@bazaar/kernel";
import { MAX_BUNDLE_BYTES } from "./check-out.ts";
import {
  type FilteredTree,
  type FilterRules,
  filterTree,
  parseTree,
  type TreeFile,
  treeFile,
} from "./filter-tree.ts";
import type { GitAnswer, RunGit } from "./git-process.ts";

export interface BundleRequest extends FilterRules {
  /** A directory of the user's repository. */
  readonly directory: string;
  /** An empty one, in which it is made; the caller removes it. */
  readonly folder: string;
  /** A commit, as git names it. */
  readonly revision: string;
  /** Files on top of it, in place of those with the same path. None of them may be left out. */
  readonly adds?: readonly AddedFile[];
}

export interface AddedFile {
  /** From the top of the repository. */
  readonly path: string;
  readonly mode: "100644" | "100755";
  readonly content: Uint8Array;
}

export interface FilteredBundle extends Pick<FilteredTree, "removed" | "withheld"> {
  /** The filtered one, 40 hex digits. */
  readonly commit: string;
  readonly bundle: Buffer;
  /** How many files it has. */
  readonly files: number;
}

export type MadeBundle = FilteredBundle | { readonly problem: string };

const MAX_FILES = 100_000;
/** A longer file whose name does not say whether it is a secret is taken for one. */
const MAX_LOOKED_AT_BYTES = 2 ** 20;
const REFERENCE = "refs/heads/job";

const NAME = { NAME: "bazaar", EMAIL: "job@bazaar.invalid", DATE: "@0 +0000" };
const IDENTITY: Readonly<Record<string, string>> = Object.fromEntries(
  ["AUTHOR", "COMMITTER"].flatMap((role) =>
    Object.entries(NAME).map(([name, value]) => [`GIT_${role}_${name}`, value]),
  ),
);

export async function makeFilteredBundle(
  request: BundleRequest,
  runGit: RunGit,
): Promise<MadeBundle> {
  try {
    return await makeOrThrow(request, runGit);
  } catch (error) {
    if (error instanceof NotMade) return { problem: error.message };
    throw error;
  }
}

/** One of git's steps did not succeed; the message is a sentence for a person. */
class NotMade extends Error {
  override name = "NotMade";
}

async function makeOrThrow(
  { directory, folder, revision, adds = [], ...rules }: BundleRequest,
  runGit: RunGit,
): Promise<FilteredBundle> {
  const theirs = ["-C", directory, "rev-parse"];
  const objects = textOf(
    await runGit({ args: [...theirs, "--path-format=absolute", "--git-path", "objects"] }),
    "There is no git repository here.",
  );
  const named = [...theirs, "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  const commit = textOf(await runGit({ args: named }), "The repository has no such commit.");
  if (!isCommit(commit)) throw new NotMade("Only repositories with SHA-1 hashes are supported.");

  const own = join(folder, "git");
  const git = async (args: readonly string[], input?: Uint8Array, problem = FAILED) => {
    const environment = { ...IDENTITY, GIT_DIR: own };
    return okay(
      await runGit({ args, environment, ...(input === undefined ? {} : { input }) }),
      problem,
    );
  };
  await git(["init", "--bare", "--quiet", "--template=", own]);
  if (/[\n"#]/.test(objects))
    throw new NotMade("The path of the repository has a sign git cannot read.");
  await writeFile(join(own, "objects/info/alternates"), `${objects}\n`);
  const listed = await git(["ls-tree", "-r", "-z", "--full-tree", commit], undefined, MISSING);
  const inCommit = parseTree(listed);
  if (inCommit === null) throw new NotMade(FAILED);
  const added: TreeFile[] = [];
  for (const { path, mode, content } of adds) {
    const hash = lineOf(await git(["hash-object", "-w", "--stdin"], content));
    added.push(treeFile(mode, hash, Buffer.from(path, "utf8")));
  }
  const names = new Set(added.map(({ path }) => path));
  const files = [...inCommit.filter(({ path }) => !names.has(path)), ...added];
  if (files.length > MAX_FILES) throw new NotMade(`The commit has more than ${MAX_FILES} files.`);
  const marked = await markedIn(commit, rules.secrets.marks, (args) =>
    runGit({ args, environment: { GIT_DIR: own } }),
  );
  const { kept, ...left } = await filterTree(files, rules, marked, async ({ hash }) => {
    const size = Number(await git(["cat-file", "-s", hash], undefined, MISSING));
    return size > MAX_LOOKED_AT_BYTES ? null : git(["cat-file", "blob", hash], undefined, MISSING);
  });
  const missed = left.removed.find(({ path }) => names.has(path));
  if (missed !== undefined) throw new NotMade(`${missed.path} is not sent: ${missed.because}.`);
  if (kept.length === 0) throw new NotMade("Nothing is left of the commit to hand out.");

  const records = Buffer.concat(kept.map(({ record }) => record));
  await git(["update-index", "-z", "--index-info"], records);
  const tree = lineOf(await git(["write-tree"], undefined, MISSING));
  const filtered = lineOf(await git(["commit-tree", tree, "-m", "job"]));
  await git(["update-ref", REFERENCE, filtered]);
  const at = join(folder, "job.bundle");
  await git(["bundle", "create", "--quiet", at, REFERENCE], undefined, MISSING);
  if ((await stat(at)).size > MAX_BUNDLE_BYTES) {
    throw new NotMade(`The repository takes more than ${MAX_BUNDLE_BYTES} bytes.`);
  }
  return { commit: filtered, bundle: await readFile(at), files: kept.length, ...left };
}

/** The files of a commit that have one of the texts. Git looks at all of them in one process. */
async function markedIn(
  commit: string,
  marks: readonly string[],
  run: (args: readonly string[]) => Promise<GitAnswer>,
): Promise<ReadonlySet<string>> {
  if (marks.length === 0) return new Set();
  const texts = marks.flatMap((mark) => ["-e", mark]);
  const options = ["--name-only", "-z", "--text", "--fixed-strings", "--full-name"];
  const { exitCode, stdout } = await run(["grep", ...options, ...texts, commit]);
  // It ends with 1 if no file has any.
  if (exitCode !== 0 && exitCode !== 1) throw new NotMade(MISSING);
  const named = stdout.toString("utf8").split("\0").slice(0, -1);
  return new Set(named.map((name) => name.slice(commit.length + 1)));
}

const FAILED = "Git could not make the bundle.";
const MISSING = "Git could not read all files of the commit.";

function okay({ exitCode, stdout }: GitAnswer, problem: string): Buffer {
  if (exitCode !== 0) throw new NotMade(problem);
  return stdout;
}

function textOf(answer: GitAnswer, problem: string): string {
  return lineOf(okay(answer, problem));
}

function lineOf(bytes: Buffer): string {
  return bytes.toString("utf8").replace(/\n$/, "");
}
