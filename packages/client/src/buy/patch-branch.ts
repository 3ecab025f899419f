/**
 * Puts a verified patch on a branch of the buyer's repository. The patch is applied to the commit that
 * the job was made of, in an index of its own: the working tree, the user's index, hooks and settings
 * are not touched, and nothing of the repository runs.
 */
import { join } from "node:path";
import { TemporaryDirectory } from "@bazaar/guard/temporary-directory";
import type { RunGit } from "@bazaar/work";

export interface PatchOnBranch {
  /** A directory of the repository. */
  readonly directory: string;
  /** The commit that the job was made of, 40 hex digits. */
  readonly commit: string;
  readonly branch: string;
  readonly patch: string;
  readonly message: string;
}

export type MadeBranch =
  | { readonly branch: string; readonly commit: string }
  | { readonly problem: string };

const BRANCH = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,200}$/;

/** Why this branch could not be made now; null: it could. Nothing is changed. */
export async function patchBranchProblem(
  { directory, commit, branch }: Pick<PatchOnBranch, "directory" | "commit" | "branch">,
  runGit: RunGit,
): Promise<string | null> {
  if (!BRANCH.test(branch)) return `"${branch}" is not a name for a branch.`;
  const reference = `refs/heads/${branch}`;
  const git = async (args: readonly string[], input = ""): Promise<boolean> => {
    const command = { args: ["-C", directory, ...args], input: Buffer.from(input, "utf8") };
    return (await runGit(command)).exitCode === 0;
  };
  if (!(await git(["rev-parse", "--git-dir"]))) return `${directory} is not a git repository.`;
  if (!(await git(["check-ref-format", reference]))) {
    return `"${branch}" is not a name for a branch.`;
  }
  if (await git(["rev-parse", "--verify", "--quiet", reference])) {
    return `There is a branch ${branch} already.`;
  }
  // Git says whether another name is in the way, and takes it back.
  const trial = `start\ncreate ${reference} ${commit}\nprepare\nabort\n`;
  const isFree = await git(["update-ref", "--stdin"], trial);
  return isFree
    ? null
    : `Git could not make the branch ${branch}. Is there one named like a part of it, or may you not write to the repository?`;
}

/** A branch that has exactly this already was made by a run that ended before it could say so. */
export async function patchBranch(asked: PatchOnBranch, runGit: RunGit): Promise<MadeBranch> {
  const { directory, commit, branch, patch, message } = asked;
  const missing = await patchBranchProblem(asked, runGit);
  const top = await topOf(directory, runGit);
  await using folder = await TemporaryDirectory.make("branch");
  const environment = { GIT_INDEX_FILE: join(folder.path, "index"), ...AUTHOR };
  const git = async (args: readonly string[], input?: string): Promise<string | null> => {
    const command = { args: ["-C", top, ...KEPT, ...args], environment };
    const bytes = input === undefined ? {} : { input: Buffer.from(input, "utf8") };
    const answer = await runGit({ ...command, ...bytes });
    return answer.exitCode === 0 ? answer.stdout.toString("utf8").trim() : null;
  };
  const tree = await patchedTree(commit, patch, git);
  if ("problem" in tree) return { problem: missing ?? tree.problem };
  const reference = `refs/heads/${branch}`;
  if (missing !== null) {
    const made = await madeBefore(reference, commit, tree.hash, git);
    return made === null ? { problem: missing } : { branch, commit: made };
  }
  const made = await git(["commit-tree", tree.hash, "-p", commit, "-F", "-"], message);
  // With the zero hash git refuses if the branch was made meanwhile.
  const isSet = made !== null && (await git(["update-ref", reference, made, NONE])) !== null;
  return isSet && made !== null
    ? { branch, commit: made }
    : { problem: "Git could not make the branch." };
}

type Git = (args: readonly string[], input?: string) => Promise<string | null>;

async function patchedTree(
  commit: string,
  patch: string,
  git: Git,
): Promise<{ readonly hash: string } | { readonly problem: string }> {
  if ((await git(["read-tree", commit])) === null) {
    return { problem: "The commit that the job was made of is gone." };
  }
  const apply = ["apply", "--cached", "--whitespace=nowarn"];
  if ((await git([...apply, "--check", "-"], patch)) === null) {
    return { problem: "The patch does not apply to the commit that the job was made of." };
  }
  const isApplied = (await git([...apply, "-"], patch)) !== null;
  const hash = isApplied ? await git(["write-tree"]) : null;
  if (hash === null) return { problem: "Git could not write to the repository." };
  return hash === (await git(["rev-parse", `${commit}^{tree}`]))
    ? { problem: "The patch changes nothing in the commit that the job was made of." }
    : { hash };
}

/** The commit that a branch points to, if it has this tree and comes right after this commit. */
async function madeBefore(
  reference: string,
  commit: string,
  tree: string,
  git: Git,
): Promise<string | null> {
  const format = ["log", "-1", "--no-show-signature", "--format=%H %P %T"];
  const found = await git([...format, "--end-of-options", reference]);
  const [made = "", ...rest] = found?.split(" ") ?? [];
  return rest.join(" ") === `${commit} ${tree}` ? made : null;
}

/** From a directory below it, git would leave out what the patch changes elsewhere. */
async function topOf(directory: string, runGit: RunGit): Promise<string> {
  const args = ["-C", directory, "rev-parse", "--show-toplevel"];
  const { exitCode, stdout } = await runGit({ args });
  // A repository without a working tree has no directories below it either.
  return exitCode === 0 ? stdout.toString("utf8").replace(/\n$/, "") : directory;
}

const NONE = "0".repeat(40);

/** Unlike what is written for a job, this must be there after the power has failed. */
const KEPT = ["-c", "core.fsync=committed,reference"];

/** The buyer's own name is in settings that are not read here. */
const AUTHOR: Readonly<Record<string, string>> = {
  GIT_AUTHOR_NAME: "bazaar",
  GIT_AUTHOR_EMAIL: "job@bazaar.invalid",
  GIT_COMMITTER_NAME: "bazaar",
  GIT_COMMITTER_EMAIL: "job@bazaar.invalid",
};
