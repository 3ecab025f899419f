/**
 * Applies a patch to a clean check-out and says what it changed, by git's own account of the two trees:
 * nothing of the patch's text is believed.
 *
 * It is applied to an index beside the files, so that the files stay as they were for a run before, and
 * no link in them can lead it elsewhere.
 */
import type { JsonObject } from "@bazaar/kernel";
import {
  checkOutProblem,
  checkOutText,
  quietGitText,
  REPOSITORY,
} from "../../repository/check-out.ts";
import { parseRawChanges, type RawChange } from "../../repository/raw-changes.ts";
import { WholeStdout } from "../../run/whole-stdout.ts";
import type { Run, Sandbox } from "../../sandbox.ts";
import { type CommandBounds, isOverLimit } from "../command-limits.ts";

/** Where a sandbox is given the patch, in its own directory. */
export const PATCH_FILE = "job.patch";
/** Where the name of the tree with the patch is kept, beside it. */
const PATCHED_TREE = "patched.tree";

/** More of git's list is not read. */
const MAX_LISTED_BYTES = 2 ** 20;
const REFUSED = 21;
/** The check-out, before anything of the patch was read. */
const TOO_LARGE = "The patch takes more than the sandbox has, and the files of the commit do not";

export interface ApplyPlace {
  readonly sandbox: Sandbox;
  readonly commit: string;
  readonly bounds: CommandBounds;
  /** Whether the files alone can be checked out. */
  readonly canCheckOut: () => Promise<boolean>;
}

/** Facts about the patch on this commit, or a `reason` why there are none. */
export async function applyPatch({
  sandbox,
  commit,
  bounds,
  canCheckOut,
}: ApplyPlace): Promise<JsonObject> {
  const listed = new WholeStdout(MAX_LISTED_BYTES);
  const { onOutput } = listed;
  const run = await sandbox.run({ text: applyText(commit), ...bounds, onOutput });
  if (run.stoppedBy === null && run.exitCode === REFUSED) return { applies: false };
  if (isOverLimit(run, bounds) && (await canCheckOut())) return tooLarge(run);
  if (run.exitCode !== 0) return { reason: checkOutProblem(run) };
  const read = parseRawChanges(listed.bytes.toString("utf8"), listed.isCut);
  if (read === null) return { reason: "The changes of the patch cannot be read." };
  const changes = read.changes.map(changeJson);
  return { applies: true, changes, ...(read.isCut ? { changes_cut: true } : {}) };
}

/** Brings the patch to the files. Facts about why it cannot be; null: it was. */
export async function bringToFiles(
  sandbox: Sandbox,
  bounds: CommandBounds,
): Promise<JsonObject | null> {
  const run = await sandbox.run({ text: filesText(`"$(< ../${PATCHED_TREE})"`), ...bounds });
  if (isOverLimit(run, bounds)) return tooLarge(run);
  if (run.exitCode === 0) return null;
  const reason = "The patch could not be written to the files.";
  // A name that is too long, for example: the files of the commit were written before.
  const isRefused = run.exitCode !== null && run.stoppedBy === null;
  return isRefused ? { applies: false, reason } : { reason };
}

/** The files as they were before the patch. False: they cannot be brought back. */
export async function bringBack(sandbox: Sandbox, bounds: CommandBounds): Promise<boolean> {
  return (await sandbox.run({ text: filesText("HEAD"), ...bounds })).exitCode === 0;
}

function filesText(tree: string): string {
  return `${quietGitText()}
cd ${REPOSITORY} && git read-tree --reset -u ${tree}`;
}

function tooLarge({ stoppedBy }: Run): JsonObject {
  return { applies: false, reason: `${TOO_LARGE}: ${stoppedBy}.` };
}

/**
 * Git ends with 1 or 128 for a patch that it refuses. What it cannot write as a tree, a submodule without
 * a commit for example, came from the patch, too. Anything else is not about the patch.
 */
function applyText(commit: string): string {
  return `${checkOutText(commit)}
export GIT_INDEX_FILE="$PWD/../patched.index"
cp .git/index "$GIT_INDEX_FILE" || exit 13
git apply --cached --whitespace=nowarn ../${PATCH_FILE}
case $? in 0) ;; 1 | 128) exit ${REFUSED} ;; *) exit 22 ;; esac
tree=$(git write-tree) && echo "$tree" > ../${PATCHED_TREE} || exit ${REFUSED}
git diff-tree -r --no-renames --no-ext-diff --no-textconv --raw --numstat -z HEAD "$tree"
`;
}

function changeJson(change: RawChange): JsonObject {
  const { path, status, oldMode, newMode, additions, deletions } = change;
  return {
    path,
    status,
    old_mode: oldMode,
    new_mode: newMode,
    additions: additions === null ? null : BigInt(additions),
    deletions: deletions === null ? null : BigInt(deletions),
  };
}
