/** What `fix undo --list` shows of each commit: what an undo would do to it now. */
import { shownPath, type UndoableCommit, type UndoOutlook } from "@bazaar/guard/commit";
import { inertText } from "@bazaar/kernel";
import { minuteWords } from "../contracts/time-words.ts";
import { counted } from "../counted.ts";
import { alignedRows } from "./aligned-rows.ts";
import { quoted } from "./line-parts.ts";

const MAX_COMMAND_CHARACTERS = 60;

export function listLines(commits: readonly UndoableCommit[], columns: number): readonly string[] {
  const rows = commits.map(({ atMs, directory, changes, command, outlook }) => [
    minuteWords(atMs),
    quoted(directory),
    outlookText(outlook, changes),
    command === null ? "" : shortened(command),
  ]);
  return alignedRows(rows, { columns, cuts: [3, 1] });
}

function outlookText(outlook: UndoOutlook, made: number): string {
  switch (outlook.is) {
    case "gone":
      return `${counted(made, "change")}, its directory is gone`;
    case "later_first":
      return `${counted(made, "change")}, revert the commit of ${minuteWords(outlook.later.atMs)} first`;
    case "ready": {
      const { changes, revertible } = outlook;
      if (changes === revertible) return `${counted(changes, "change")} can be reverted`;
      const since = `${changes - revertible} changed since`;
      return `${revertible} of ${counted(changes, "change")} can be reverted, ${since}`;
    }
  }
}

/** On one line, without control sequences. */
function shortened(command: string): string {
  const line = inertText(command.replace(/\s+/g, " "));
  return line.length > MAX_COMMAND_CHARACTERS ? `${line.slice(0, MAX_COMMAND_CHARACTERS)}…` : line;
}

export function listJson({ atMs, directory, changes, command, outlook }: UndoableCommit): object {
  return {
    at: new Date(atMs).toISOString(),
    directory: shownPath(directory),
    changes: outlook.is === "ready" ? outlook.changes : changes,
    command,
    state: outlook.is,
    revertible: outlook.is === "ready" ? outlook.revertible : 0,
    left: outlook.is === "ready" ? outlook.conflicts.map(leftJson) : [],
  };
}

type Left = Extract<UndoOutlook, { is: "ready" }>["conflicts"][number];

export function leftJson({ path, because, by }: Left): object {
  return { path: shownPath(path), because, ...(by === undefined ? {} : { by: shownPath(by) }) };
}
