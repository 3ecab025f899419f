/**
 * Finishes or rolls back a commit or an undo that a crash interrupted. Called before every commit
 * and at the start of every run; idempotent.
 */

import type { RawPath } from "../disk/raw-path.ts";
import { closeAll, closedAfterCommit, openAll } from "./closed-after-commit.ts";
import { commitDirectories, hasEnded, type KnownCommit } from "./commit-directories.ts";
import { finish, takeBack } from "./end-commit.ts";
import { appendJournal, readJournal } from "./journal.ts";
import type { Mover } from "./mover.ts";

export interface Recovered {
  readonly did: "taken_back" | "finished" | "undone";
  /** Names that were taken in the meantime; their old entries are still in the backup. */
  readonly taken: readonly RawPath[];
}

export async function recoverAll(mover: Mover, stateDirectory: string): Promise<Recovered[]> {
  const recovered: Recovered[] = [];
  const unfinished = commitDirectories(stateDirectory).filter((each) => !hasEnded(each));
  for (const directory of unfinished.toReversed()) {
    const one = await recoverOne(mover, { directory, journal: readJournal(directory) });
    if (one !== null) recovered.push(one);
  }
  return recovered;
}

async function recoverOne(
  mover: Mover,
  { directory, journal }: KnownCommit,
): Promise<Recovered | null> {
  switch (journal.stage) {
    case "finished":
    case "taken_back":
      return null;
    case "committed":
      await finish(mover, directory, journal);
      return { did: "finished", taken: [] };
    case "opening":
      // Some may be closed already, and hide others.
      openAll(mover, closedAfterCommit(journal));
      closeAll(mover, closedAfterCommit(journal));
      appendJournal(directory, [{ is: "finished", keptBytes: journal.keptBytes }]);
      return null;
    case "undoing":
      return { did: "undone", taken: await takeBack(mover, { directory, journal }) };
    case "begun":
    case "staging":
    case null:
      return { did: "taken_back", taken: await takeBack(mover, { directory, journal }) };
  }
}
