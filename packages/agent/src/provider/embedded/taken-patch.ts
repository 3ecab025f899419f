/** What a repair has changed in the check-out, as a patch, and whether the job allows it. */
import { createHash } from "node:crypto";
import { type Check, changeProblem } from "@bazaar/kernel";
import { parseRawChanges, quietGitText, type RawChange, REPOSITORY } from "@bazaar/work";
import type { WorkPlace } from "../work-place.ts";

const MAX_PATCH_BYTES = 4 * 2 ** 20;
/** Between the names of the files, each of which ends with one, and the patch. */
const END_OF_NAMES = "\0";

export type Taken =
  | { readonly patch: string; readonly changes: readonly RawChange[] }
  /** Why there is none. */
  | { readonly problem: string };

export async function takenPatch(place: WorkPlace, checks: readonly Check[]): Promise<Taken> {
  const diff = "git diff --cached --no-ext-diff --no-textconv --no-color";
  const text = [
    quietGitText(),
    `cd ${REPOSITORY} && git add -A && ${diff} --raw --numstat --no-renames -z HEAD &&`,
    `printf '\\0' && ${diff} --binary HEAD`,
  ].join("\n");
  const { exitCode, stdout, isCut, stdoutSha256 } = await place.rehearse({ text });
  if (exitCode !== 0 || isCut) return { problem: "the changes cannot be read, or are too many" };
  if (createHash("sha256").update(stdout).digest("hex") !== stdoutSha256) {
    return { problem: "the changes are not UTF-8" };
  }
  // Nothing but the end, if nothing has changed.
  const end = stdout.startsWith(END_OF_NAMES) ? 0 : stdout.indexOf(`\0${END_OF_NAMES}`) + 1;
  const listed = parseRawChanges(stdout.slice(0, end), false);
  if (listed === null || listed.isCut) return { problem: "the changes are too many" };
  const patch = stdout.slice(end + END_OF_NAMES.length);
  if (patch === "") return { problem: "the repair changes no file of the repository" };
  if (Buffer.byteLength(patch) > MAX_PATCH_BYTES) {
    return { problem: `the patch is longer than ${MAX_PATCH_BYTES} bytes` };
  }
  for (const change of listed.changes) {
    const problem = checks.map((check) => problemIn(check, change)).find((one) => one !== null);
    if (problem) return { problem: `the repair changes ${change.path}, which ${problem}` };
  }
  return { patch, changes: listed.changes };
}

function problemIn(check: Check, { path, oldMode, newMode }: RawChange): string | null {
  if (check.method !== "patch") return null;
  return changeProblem(check)({ path, isNew: oldMode === null, newMode });
}
