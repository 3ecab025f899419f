/** What a repair has changed in the check-out, as a patch, and whether the job allows it. */
import { isUtf8 } from "node:buffer";
import { changeProblem, type PatchCheck } from "@bazaar/kernel";
import {
  CHECK_LIMITS,
  parseRawChanges,
  quietGitText,
  type RawChange,
  REPOSITORY,
  WholeStdout,
} from "@bazaar/work";
import type { WorkPlace } from "../work-place.ts";

/** Between the names of the files, each of which ends with one, and the patch. */
const END_OF_NAMES = "\0";

export type Taken =
  | { readonly patch: string; readonly changes: readonly RawChange[] }
  /** Why there is none. */
  | { readonly problem: string };

export async function takenPatch(place: WorkPlace, check: PatchCheck): Promise<Taken> {
  const diff = "git diff --cached --no-ext-diff --no-textconv --no-color";
  const text = [
    quietGitText(),
    `cd ${REPOSITORY} && git add -A && ${diff} --raw --numstat --no-renames -z HEAD &&`,
    `printf '\\0' && ${diff} --binary HEAD`,
  ].join("\n");
  const printed = new WholeStdout(CHECK_LIMITS.outputBytes);
  const { exitCode } = await place.rehearse({ text, onOutput: printed.onOutput });
  if (exitCode !== 0 || printed.isCut)
    return { problem: "the changes cannot be read, or are too many" };
  const { bytes } = printed;
  if (!isUtf8(bytes)) return { problem: "the changes are not UTF-8" };
  const stdout = bytes.toString("utf8");
  // Nothing but the end, if nothing has changed.
  const end = stdout.startsWith(END_OF_NAMES) ? 0 : stdout.indexOf(`\0${END_OF_NAMES}`) + 1;
  const listed = parseRawChanges(stdout.slice(0, end), false);
  if (listed === null || listed.isCut) return { problem: "the changes are too many" };
  const patch = stdout.slice(end + END_OF_NAMES.length);
  if (patch === "") return { problem: "the repair changes no file of the repository" };
  if (Buffer.byteLength(patch) > check.maxBytes) {
    return { problem: `the patch is longer than ${check.maxBytes} bytes` };
  }
  const problemOf = changeProblem(check);
  for (const { path, oldMode, newMode } of listed.changes) {
    const problem = problemOf({ path, isNew: oldMode === null, newMode });
    if (problem !== null) return { problem: `the repair changes ${path}, which ${problem}` };
  }
  return { patch, changes: listed.changes };
}
