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
import type { Sandbox } from "../../sandbox.ts";

/** Where a sandbox is given the patch, in its own directory. */
export const PATCH_FILE = "job.patch";

/** More of git's list is not read. */
const MAX_LISTED_BYTES = 2 ** 20;
const REFUSED = 21;

export interface StepBounds {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Facts about the patch on this commit, or a `reason` why there are none. */
export async function applyPatch(
  sandbox: Sandbox,
  commit: string,
  bounds: StepBounds,
): Promise<JsonObject> {
  const listed = new Listed();
  const onOutput = (bytes: Buffer, stream: "stdout" | "stderr"): void => {
    if (stream === "stdout") listed.push(bytes);
  };
  const run = await sandbox.run({ text: applyText(commit), ...bounds, onOutput });
  if (run.stoppedBy === null && run.exitCode === REFUSED) return { applies: false };
  if (run.exitCode !== 0) return { reason: checkOutProblem(run) };
  const read = parseRawChanges(listed.text, listed.isCut);
  if (read === null) return { reason: "The changes of the patch cannot be read." };
  const changes = read.changes.map(changeJson);
  return { applies: true, changes, ...(read.isCut ? { changes_cut: true } : {}) };
}

/** Brings the patch to the files. False: it cannot be. */
export async function bringToFiles(sandbox: Sandbox, bounds: StepBounds): Promise<boolean> {
  const text = `${quietGitText()}
cd ${REPOSITORY} && git read-tree --reset -u "$(cat ../patched.tree)"`;
  return (await sandbox.run({ text, ...bounds })).exitCode === 0;
}

/** Git ends with 1 or 128 for a patch that it refuses; anything else is not about the patch. */
function applyText(commit: string): string {
  return `${checkOutText(commit)}
export GIT_INDEX_FILE="$PWD/../patched.index"
cp .git/index "$GIT_INDEX_FILE" || exit 13
git apply --cached --whitespace=nowarn ../${PATCH_FILE}
case $? in 0) ;; 1 | 128) exit ${REFUSED} ;; *) exit 22 ;; esac
git write-tree > ../patched.tree || exit 13
git diff-tree -r --no-renames --no-ext-diff --no-textconv --raw --numstat -z HEAD "$(cat ../patched.tree)"
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

class Listed {
  isCut = false;
  readonly #pieces: Buffer[] = [];
  #bytes = 0;

  push(bytes: Buffer): void {
    const room = MAX_LISTED_BYTES - this.#bytes;
    if (bytes.length > room) this.isCut = true;
    const kept = bytes.subarray(0, room);
    this.#pieces.push(kept);
    this.#bytes += kept.length;
  }

  get text(): string {
    return Buffer.concat(this.#pieces).toString("utf8");
  }
}
