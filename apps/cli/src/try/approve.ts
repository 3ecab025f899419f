/** Asks a person what to commit: the harmless changes at once, every dangerous one by itself. */
import type { DangerCode, JudgedChange, RawPath } from "@bazaar/guard/commit";
import { counted } from "../counted.ts";
import { quoted } from "./show-changes.ts";

const MAX_QUESTIONS = 100;

export interface Asking {
  readonly judged: readonly JudgedChange[];
  readonly workingTree: string;
  readonly ask: (question: string) => Promise<boolean>;
  readonly tell: (line: string) => void;
}

/** Null when the user wants none of it. */
export async function approve(asking: Asking): Promise<ReadonlySet<RawPath> | null> {
  const { judged, workingTree, ask, tell } = asking;
  const harmless = judged.filter(({ dangers }) => dangers.length === 0);
  const dangerous = judged.filter(({ dangers }) => dangers.length > 0);
  if (
    harmless.length > 0 &&
    !(await ask(`Commit ${counted(harmless.length, "harmless change")}?`))
  ) {
    return null;
  }
  const approved = new Set<RawPath>();
  const deletions = dangerous.filter((each) => isOnly(each, "many_deletions"));
  if (deletions.length > 0) {
    const names = deletions.reduce((sum, { change }) => sum + change.removed, 0);
    if (await ask(`Delete ${counted(names, "name")}?`)) {
      for (const { change } of deletions) approved.add(change.path);
    }
  }
  const unseen = dangerous.filter((each) => isOnly(each, "not_shown") && isNew(each));
  if (unseen.length > 0 && (await ask(`Commit ${counted(unseen.length, "new file")} unseen?`))) {
    for (const { change } of unseen) approved.add(change.path);
  }
  // Half of it would leave a broken repository.
  const history = dangerous.filter((each) => isOnly(each, "git_data", "not_shown") && isGits(each));
  if (
    history.length > 0 &&
    (await ask(`Commit ${counted(history.length, "change")} to git's data?`))
  ) {
    for (const { change } of history) approved.add(change.path);
  }
  const askedTogether = new Set([...deletions, ...unseen, ...history]);
  let questions = 0;
  for (const each of dangerous.filter((one) => !askedTogether.has(one))) {
    const { change, dangers } = each;
    const parent = change.path.slice(0, change.path.lastIndexOf("/")) as RawPath;
    if (change.parentIno === null && isOnly(each, "outside_working_tree")) {
      // It came with a directory outside that was asked for, and has nothing else against it.
      if (approved.has(parent)) approved.add(change.path);
      continue;
    }
    questions += 1;
    if (questions > MAX_QUESTIONS) {
      tell(`More than ${MAX_QUESTIONS} questions: the rest is left out.`);
      break;
    }
    const why = dangers.map(({ sentence }) => sentence).join("; ");
    if (await ask(`${quoted(change.path, workingTree)}: ${why}. Commit it?`)) {
      approved.add(change.path);
    }
  }
  return harmless.length === 0 && approved.size === 0 ? null : approved;
}

function isNew({ change }: JudgedChange): boolean {
  return change.before === null;
}

function isGits({ dangers }: JudgedChange): boolean {
  return dangers.some(({ code }) => code === "git_data");
}

function isOnly({ dangers }: JudgedChange, ...codes: readonly DangerCode[]): boolean {
  return dangers.length > 0 && dangers.every(({ code }) => codes.includes(code));
}
