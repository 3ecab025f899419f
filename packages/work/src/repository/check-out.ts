/**
 * The files of one commit, taken from a bundle inside a sandbox. The bundle is a stranger's: it may be
 * damaged, unfold without end, or lack the commit that its owner names. Objects are found by their
 * hash, so the commit that is checked out is the one that was agreed, whatever the bundle calls it.
 */
import type { Run, Sandbox } from "../sandbox.ts";
import { quoteWord } from "../shell-words.ts";
import { NO_ATTRIBUTES, QUIET_GIT } from "./quiet-git.ts";

/** Where a sandbox is given the bundle, in its own directory. */
export const BUNDLE_FILE = "job.bundle";
/** Where the files of the commit are afterwards, in the same directory. */
export const REPOSITORY = "repository";
/** A larger one is not read. */
export const MAX_BUNDLE_BYTES = 64 * 2 ** 20;

/** By exit code; the first is that of a shell that does not find git. */
const PROBLEMS: Readonly<Record<number, string>> = {
  127: "There is no git in the sandbox.",
  11: "The bundle is damaged, or needs commits that it does not contain.",
  12: "The bundle does not contain the commit of the job.",
  13: "The files of the commit cannot be checked out.",
};

/** A sentence that says why there are no files, or null. `sandbox` has the bundle. */
export async function checkOut(
  sandbox: Sandbox,
  commit: string,
  bounds: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<string | null> {
  const run = await sandbox.run({ text: checkOutText(commit), ...bounds });
  return run.exitCode === 0 ? null : checkOutProblem(run);
}

/** Shell text. What follows it runs in the repository, with the same git. */
export function checkOutText(commit: string): string {
  // `isCommit`: there is nothing to quote in it. Of zeros, `update-ref` would make no HEAD at all.
  return `${quietGitText()}
git init --quiet --template= ${REPOSITORY} || exit
cd ${REPOSITORY} || exit
mkdir -p .git/info && printf '%s\\n' ${quoteWord(NO_ATTRIBUTES)} > .git/info/attributes || exit
git bundle unbundle ../${BUNDLE_FILE} > .git/unbundled || exit 11
git cat-file -e ${commit}^{commit} || exit 12
git update-ref --no-deref HEAD ${commit} && git read-tree -m -u HEAD || exit 13
`;
}

/** Shell text that sets the environment of git. */
export function quietGitText(): string {
  const words = Object.entries(QUIET_GIT).map(([name, value]) => `${name}=${quoteWord(value)}`);
  return `export ${words.join(" ")}`;
}

/** A sentence about a check-out that did not end well. */
export function checkOutProblem({ exitCode, stoppedBy }: Run): string {
  if (stoppedBy !== null)
    return `Checking out the repository was stopped by its limit: ${stoppedBy}.`;
  return PROBLEMS[exitCode ?? 0] ?? "The repository cannot be checked out.";
}
