/**
 * An edit that lets the hook of a commit pass has to be part of the commit: what is staged is
 * committed, not what is in the file.
 */
import type { Fix } from "../../../solver.ts";
import type { Investigator } from "../investigator.ts";
import { readCalls } from "../shell-words.ts";
import type { View } from "../view.ts";
import { askGit, gitCall, linesOf } from "./git-call.ts";

/** Null if a file was staged in part: nobody else knows which part. */
export async function stagedAgain(fix: Fix, view: View, ask: Investigator): Promise<Fix | null> {
  const git = gitCall(view, "commit");
  const isAll = git?.operands.some(({ raw }) => /^(?:-[a-z]{0,5}a[a-z]{0,5}|--all)$/.test(raw));
  if (git === null || git.directory !== "" || isAll || fix.correctedCommand !== undefined)
    return fix;
  const edits = readCalls(fix.shell).filter(
    ({ program, operands }) => program.raw === "sed" && operands[0]?.raw === "-i",
  );
  const words = edits.flatMap(({ operands }) => operands.at(-1) ?? []);
  const paths = words.flatMap(({ value }) => value ?? []);
  if (paths.length === 0 || paths.length !== words.length) return fix;
  const tracked = linesOf(await askGit(git, ask, "ls-files", "--", ...paths));
  if (tracked.length === 0) return fix;
  const inPart = linesOf(await askGit(git, ask, "diff", "--name-only", "--", ...paths));
  if (inPart.length > 0) return null;
  const files = words.filter(({ value }) => tracked.includes(value ?? "")).map(({ raw }) => raw);
  return { ...fix, shell: `${fix.shell}\ngit add -- ${[...new Set(files)].join(" ")}` };
}
