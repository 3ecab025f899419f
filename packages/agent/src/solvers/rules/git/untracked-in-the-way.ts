/**
 * Untracked files where git would write files of the same name. They are moved aside, never deleted;
 * whether the incoming file is the same is looked up, because then nothing of yours is at stake.
 */
import type { Investigator } from "../investigator.ts";
import { quotedPath } from "../quote.ts";
import { advice, corrected, rule } from "../rule.ts";
import { askGit, BRANCH, type GitCall, gitCall, plainOperands } from "./git-call.ts";
import { filesAfter, listed } from "./listed-files.ts";

const MAX_MOVED = 5;
const BRINGS = new RegExp(`^${BRANCH}$`);

export const untrackedInTheWay = rule({
  name: "git-untracked-in-the-way",
  title: "Untracked files block the command",
  sees(view) {
    const git = gitCall(view, "checkout", "switch", "merge", "pull", "stash", "rebase");
    const files = filesAfter(
      view,
      /^error: The following untracked working tree files would be overwritten by /,
    );
    // git names files of the repository only, from its top.
    const areInside = files.every((path) => !/^["/]?\/|(?:^|["/])\.\.(?:\/|$)/.test(path));
    return git !== null && files.length > 0 && areInside ? { git, files } : null;
  },
  async repair({ git, files }, view, ask) {
    const names = listed(files);
    const [it, is, file] = files.length === 1 ? ["it", "is", "a file"] : ["them", "are", "files"];
    const cause = `${names} ${is} not tracked here, and git would put ${file} of that name in the same place.`;
    const aside = files.map((path) => `${path}.mine`);
    const isFree = (await ask.existing(...aside)).length === 0;
    const isPlain = files.every((path) => !path.startsWith('"'));
    if (!isFree || !isPlain || files.length > MAX_MOVED || git.directory !== "") {
      return advice(
        `${cause} Move ${it} out of the way and keep ${it} (git stash push -u -- ${files.slice(0, 5).map(quotedPath).join(" ")}), then run ${view.command} again.`,
      );
    }
    const moves = files.map(
      (path, at) => `mv -n ${quotedPath(path)} ${quotedPath(aside[at] ?? "")}`,
    );
    return corrected(
      `${moves.join(" && ")} && ${view.command}`,
      `${cause} ${await compared(git, files, ask)} This keeps yours as ${listed(aside)}. git stash -u would set ${it} aside as well.`,
    );
  },
});

/** Whether what comes in is the same, in a sentence. */
async function compared(
  git: GitCall,
  files: readonly string[],
  ask: Investigator,
): Promise<string> {
  const ref = git.verb.value === "pull" ? "FETCH_HEAD" : plainOperands(git)[0]?.value;
  if (ref == null || !BRINGS.test(ref) || git.verb.value === "stash") return "";
  const same: string[] = [];
  const other: string[] = [];
  for (const path of files) {
    const theirs = await askGit(git, ask, "show", `${ref}:${path}`);
    const mine = await ask.read(path);
    if (theirs === null || mine === null) return "";
    (theirs === mine ? same : other).push(path);
  }
  const [first] = other;
  if (first === undefined) {
    return `Both have the same content (identical), so ${files.length === 1 ? "the copy" : "the copies"} can be deleted afterwards.`;
  }
  const compare = `compare afterwards: diff ${quotedPath(`${first}.mine`)} ${quotedPath(first)}.`;
  return same.length === 0
    ? `The content differs; ${compare}`
    : `${listed(same)}: identical. ${listed(other)}: the content differs; ${compare}`;
}
