/** One commit from its first line in the journal to its last, or back to the start. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DirectoryMoved } from "../disk/directories.ts";
import { waitForFileClock } from "../disk/file-clock.ts";
import { type RawPath, rawPath } from "../disk/raw-path.ts";
import { applyPlan, TargetChanged } from "./apply-plan.ts";
import { partOf } from "./archive.ts";
import { copyEntry } from "./copy-entry.ts";
import { diskProblem } from "./disk-problem.ts";
import { finish, takeBackOrRefuse } from "./end-commit.ts";
import { contentsOf, writeContents } from "./entry-contents.ts";
import { freshInodes } from "./fresh-inodes.ts";
import { appendJournal, type Made, planLines, readJournal, stagingLines } from "./journal.ts";
import type { Mover } from "./mover.ts";
import type { CommitPlan } from "./operation.ts";
import type { Places, Preparation } from "./prepare-operations.ts";
import { type CommitRefusal, type CommitResult, done, refused } from "./refusal.ts";
import { storeFiles, storeNames } from "./store-plan.ts";

const MARK_BYTES = 4;

export interface PlannedCommit {
  readonly prepare: (places: Places) => Promise<Preparation>;
  /** Directories on the volumes where new entries come from, and where they go. */
  readonly from: readonly RawPath[];
  readonly onto: readonly RawPath[];
  readonly mover: Mover;
  readonly commitDirectory: string;
  readonly made: Made;
  /** Whether no commit of this state directory was stored before. */
  readonly isFirst: boolean;
}

export async function carryOut(planned: PlannedCommit): Promise<CommitResult<null>> {
  const { mover, commitDirectory, onto } = planned;
  const { directories } = mover;
  let plan: CommitPlan;
  try {
    const prepared = await planned.prepare({
      directories,
      commitDirectory: rawPath(commitDirectory),
      mark: randomBytes(MARK_BYTES).toString("hex"),
    });
    plan = await stage(planned, prepared);
    await applyPlan(mover, plan);
    const [atNs] = await Promise.all([
      waitForFileClock(join(commitDirectory, "committed")),
      storeNames(mover, { ...planned, plan, volumes: onto }),
    ]);
    mover.announce("announce that the commit stands");
    appendJournal(commitDirectory, [{ is: "committed", atNs }]);
  } catch (error) {
    directories.forget();
    const refusal = refusalOf(error);
    const journal = readJournal(commitDirectory);
    const taken = await takeBackOrRefuse(mover, { directory: commitDirectory, journal });
    if (refusal === null) throw error;
    return taken.ok ? refused(refusal) : taken;
  }
  directories.forget();
  try {
    await finish(mover, commitDirectory, plan);
  } catch (error) {
    // The commit stands; the next recovery moves its backups.
    if (diskProblem(error) === null) throw error;
  }
  return done(null);
}

/** Everything before the renames. */
async function stage(planned: PlannedCommit, prepared: Preparation): Promise<CommitPlan> {
  const { mover, commitDirectory, from, onto } = planned;
  const temporary = temporaryNames(prepared);
  const announced = stagingLines(planned.made, prepared, temporary);
  // Where nothing is copied beside the names, this line is not needed.
  const isCopying = prepared.copies.length > 0;
  if (isCopying) appendJournal(commitDirectory, announced);
  for (const { from, to } of prepared.copies) {
    mover.announce(`copy ${from} to ${to}`);
    await copyEntry(mover.directories, from, to);
  }
  const plan = { ...prepared, operations: freshInodes(mover, prepared.operations) };
  writeContents(commitDirectory, contentsOf(plan.operations, mover.directories));
  const volumes = [...from, ...(isCopying ? onto : [])];
  await storeFiles(mover, { ...planned, plan, volumes });
  mover.announce("announce the plan");
  const before = isCopying ? [] : announced;
  appendJournal(commitDirectory, [...before, ...planLines(plan), { is: "begun" }]);
  return plan;
}

/** Temporary files beside their names, removed whatever happens. */
function temporaryNames({ operations, copies }: Preparation): RawPath[] {
  const far = operations.filter(({ archivedAt }) => archivedAt !== null);
  return [
    ...copies.map(({ to }) => to),
    ...far.map(({ keptAt }) => partOf(keptAt)),
    ...far.flatMap(({ fresh }) => (fresh?.linkTo != null ? [fresh.from] : [])),
  ];
}

/** Null for a bug. */
function refusalOf(error: unknown): CommitRefusal | null {
  if (error instanceof TargetChanged) {
    return { code: "conflict", conflicts: [{ path: error.path, because: "changed" }] };
  }
  if (error instanceof DirectoryMoved) {
    return { code: "conflict", conflicts: [{ path: error.path, because: "directory_replaced" }] };
  }
  const problem = diskProblem(error);
  if (problem === null || !(error instanceof Error)) return null;
  const path = "path" in error && typeof error.path === "string" ? error.path : "";
  return { code: "not_applied", path: rawPath(path), problem };
}
