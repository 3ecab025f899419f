/**
 * Asks a person what to commit: the harmless changes at once, what belongs together at once, every
 * other dangerous change by itself, unless there are many of a kind. Logs and caches of tools are not
 * asked about.
 */
import type { ChangeGroup, DangerCode, JudgedChange, RawPath } from "@bazaar/guard/commit";
import { counted } from "../counted.ts";
import { quoted } from "./show-changes.ts";
import { withoutNoise } from "./without-noise.ts";

const MAX_QUESTIONS = 100;
const MAX_REASONS = 8;
/** More changes with the same dangers than this are one question. */
const MAX_ALIKE = 8;
/** How many of them a question names. */
const MAX_NAMED = 3;
/** Said last: these come with whatever git or a package manager does. */
const USUAL: readonly DangerCode[] = ["git_data", "not_shown", "many_deletions"];

export interface Asking {
  readonly judged: readonly JudgedChange[];
  readonly workingTree: string;
  readonly ask: (question: string) => Promise<boolean>;
  readonly tell: (line: string) => void;
}

/** Null when the user wants none of it. */
export async function approve(asking: Asking): Promise<ReadonlySet<RawPath> | null> {
  const { judged, workingTree, ask } = asking;
  const units = unitsOf(withoutNoise(judged));
  const harmless = units.filter((unit) => !isDangerous(unit)).flat();
  if (
    harmless.length > 0 &&
    !(await ask(`Commit ${counted(harmless.length, "harmless change")}?`))
  ) {
    return null;
  }
  const approved = new Set<RawPath>();
  const add = (changes: readonly JudgedChange[]) => {
    for (const { change } of changes) approved.add(change.path);
  };
  const dangerous = units.filter(isDangerous);
  for (const unit of dangerous.filter(isGroup)) {
    if (await ask(groupQuestion(unit, workingTree))) add(unit);
  }
  const single = dangerous.filter((unit) => !isGroup(unit)).flat();
  const deletions = single.filter((each) => isOnly(each, "many_deletions"));
  const names = deletions.reduce((sum, { change }) => sum + change.removed, 0);
  if (deletions.length > 0 && (await ask(`Delete ${counted(names, "name")}?`))) add(deletions);
  const unseen = single.filter((each) => isOnly(each, "not_shown") && isNew(each));
  if (unseen.length > 0 && (await ask(`Commit ${counted(unseen.length, "new file")} unseen?`))) {
    add(unseen);
  }
  const askedTogether = new Set([...deletions, ...unseen]);
  await askEach(
    single.filter((each) => !askedTogether.has(each)),
    approved,
    asking,
  );
  return harmless.length === 0 && approved.size === 0 ? null : approved;
}

/** What stands or falls together; most changes stand alone. */
function unitsOf(judged: readonly JudgedChange[]): readonly (readonly JudgedChange[])[] {
  const units = Map.groupBy(judged, (each): ChangeGroup | JudgedChange => each.group ?? each);
  return [...units.values()];
}

function isDangerous(unit: readonly JudgedChange[]): boolean {
  return unit.some(({ dangers }) => dangers.length > 0);
}

function isGroup([first]: readonly JudgedChange[]): boolean {
  return first?.group != null;
}

const GROUPS = {
  repository: "that belong together in the git repository",
  packages: "that belong together in the packages of",
  move: "that belong together as a move of",
} as const satisfies Record<ChangeGroup["kind"], string>;

function groupQuestion(unit: readonly JudgedChange[], workingTree: string): string {
  const group = unit[0]?.group;
  const where = group == null ? "" : ` ${GROUPS[group.kind]} ${quoted(group.root, workingTree)}`;
  const reasons = unit
    .flatMap(({ change: { path }, dangers }) => dangers.map((danger) => ({ ...danger, path })))
    .sort((one, other) => USUAL.indexOf(one.code) - USUAL.indexOf(other.code));
  const each = [...Map.groupBy(reasons, ({ sentence }) => sentence)].map(([sentence, all]) => {
    const [first] = all;
    const more = all.length === 1 ? "" : ` and ${all.length - 1} more`;
    return first === undefined ? "" : `${quoted(first.path, workingTree)}${more}: ${sentence}`;
  });
  const rest = each.length > MAX_REASONS ? `; and ${each.length - MAX_REASONS} other reasons` : "";
  const why = `${each.slice(0, MAX_REASONS).join("; ")}${rest}`;
  return `Commit ${counted(unit.length, "change")}${where}? (${why})`;
}

async function askEach(
  changes: readonly JudgedChange[],
  approved: Set<RawPath>,
  { workingTree, ask, tell }: Asking,
): Promise<void> {
  let questions = 0;
  const alike = Map.groupBy(
    changes.filter((each) => !comesWithDirectory(each)),
    whyOf,
  );
  const answered = new Map<string, boolean>();
  for (const each of changes) {
    const { change } = each;
    const parent = change.path.slice(0, change.path.lastIndexOf("/")) as RawPath;
    if (comesWithDirectory(each)) {
      // The directory was asked for.
      if (approved.has(parent)) approved.add(change.path);
      continue;
    }
    const why = whyOf(each);
    const others = alike.get(why) ?? [];
    const isMany = others.length > MAX_ALIKE;
    if (!isMany || !answered.has(why)) {
      questions += 1;
      if (questions > MAX_QUESTIONS) {
        tell(`More than ${MAX_QUESTIONS} questions: the rest is left out.`);
        break;
      }
      const which = isMany
        ? `Commit ${others.length} changes alike? (${named(others, workingTree)}: ${why})`
        : `${quoted(change.path, workingTree)}: ${why}. Commit it?`;
      answered.set(why, await ask(which));
    }
    if (answered.get(why)) approved.add(change.path);
  }
}

/** It is in a new directory outside, and has nothing else against it. */
function comesWithDirectory(each: JudgedChange): boolean {
  return each.change.parentIno === null && isOnly(each, "outside_working_tree");
}

function whyOf({ dangers }: JudgedChange): string {
  return dangers.map(({ sentence }) => sentence).join("; ");
}

function named(changes: readonly JudgedChange[], workingTree: string): string {
  const names = changes.slice(0, MAX_NAMED).map(({ change }) => quoted(change.path, workingTree));
  return `${names.join(", ")} and ${changes.length - MAX_NAMED} more`;
}

function isNew({ change }: JudgedChange): boolean {
  return change.before === null;
}

function isOnly({ dangers }: JudgedChange, ...codes: readonly DangerCode[]): boolean {
  return dangers.length > 0 && dangers.every(({ code }) => codes.includes(code));
}
