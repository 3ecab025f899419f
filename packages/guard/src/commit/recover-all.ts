/**
 * Finishes or rolls back commits and undos that a crash interrupted. Called before every commit and
 * at the start of every run; idempotent. One that the disk refuses to recover stops no other: it is
 * tried again at the next call, and until then only its own names are not touched.
 */

import type { RawPath } from "../disk/raw-path.ts";
import { closeAll, closedAfterCommit, openAll } from "./closed-after-commit.ts";
import { commitDirectories, hasEnded, type KnownCommit } from "./commit-directories.ts";
import { diskProblem } from "./disk-problem.ts";
import { finish, takeBack } from "./end-commit.ts";
import { appendJournal, type Made, readJournal, readMade } from "./journal.ts";
import type { Mover } from "./mover.ts";
import { type CommitRefusal, refused } from "./refusal.ts";
import { isTouchedBy } from "./touched-by-both.ts";

export interface Ended {
  readonly did: "taken_back" | "finished" | "undone";
  /** Names that were taken in the meantime; their old entries are still in the backup. */
  readonly taken: readonly RawPath[];
}

/** The disk refused. */
export interface Unrecovered {
  readonly did: "failed";
  readonly commitDirectory: string;
  readonly made: Made;
  readonly problem: string;
}

export type Recovered = Ended | Unrecovered;

export async function recoverAll(mover: Mover, stateDirectory: string): Promise<Recovered[]> {
  const recovered: Recovered[] = [];
  const unfinished = commitDirectories(stateDirectory).filter((each) => !hasEnded(each));
  for (const directory of unfinished.toReversed()) {
    const one = await recoverOrSay(mover, { directory, journal: readJournal(directory) });
    if (one !== null) recovered.push(one);
  }
  return recovered;
}

/** Why names cannot be changed: an unrecovered commit changed them; null if there is none. */
export function heldByUnrecovered(
  paths: readonly RawPath[],
  recovered: readonly Recovered[],
): { readonly ok: false; readonly refusal: CommitRefusal } | null {
  const holder = recovered
    .filter((each) => each.did === "failed")
    .find(({ commitDirectory }) => isTouchedBy(paths, readJournal(commitDirectory)));
  if (holder === undefined) return null;
  return refused({ code: "not_recovered", made: holder.made, problem: holder.problem });
}

async function recoverOrSay(mover: Mover, known: KnownCommit): Promise<Recovered | null> {
  try {
    return await recoverOne(mover, known);
  } catch (error) {
    const problem = diskProblem(error);
    if (problem === null) throw error;
    mover.directories.forget();
    const { directory } = known;
    return { did: "failed", commitDirectory: directory, made: readMade(directory), problem };
  }
}

async function recoverOne(
  mover: Mover,
  { directory, journal }: KnownCommit,
): Promise<Ended | null> {
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
