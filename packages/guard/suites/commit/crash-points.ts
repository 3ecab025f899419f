/**
 * Kills a commit, a recovery, an undo and the restoring of a copy before their steps, with SIGKILL,
 * and checks what the next run makes of it: the tree from before or the tree from after, never
 * anything in between.
 */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { sample, sampleWithEnds } from "@bazaar/testkit/sample";
import { commit } from "../../src/commit/commit.ts";
import { type Copy, listCopies } from "../../src/commit/copies.ts";
import { explainCommitRefusal } from "../../src/commit/explain-commit-refusal.ts";
import { recover } from "../../src/commit/recover.ts";
import { restoreCopy } from "../../src/commit/restore-copy.ts";
import { undo } from "../../src/commit/undo.ts";
import type { OnStep } from "../../src/disk/on-step.ts";
import { snapshotAnyTree } from "./closed-tree.ts";
import { sandboxedChange, type Where } from "./sandboxed-change.ts";
import { type TreeSnapshot, treeDifferences } from "./snapshot-tree.ts";

const START = `
umask 022
mkdir -p dir/sub gone/in kept closed was-dir
echo one > a; echo two > b; echo three > dir/c; echo four > dir/sub/d; echo five > gone/in/e
echo six > old; echo seven > was-file; echo eight > was-dir/x; echo nine > closed/n
ln -s a link
touch -h -d '2020-05-06 07:08:09.123456789' a b dir/c dir/sub/d gone/in/e old was-file link closed/n
find . -depth -type d -exec touch -d '2020-05-06 07:08:09.123456789' {} +
`;

/** One of every kind of change. */
const CHANGE = `
echo new > new
mkdir -p tree/in/deep; echo x > tree/in/deep/x; ln -s ../a tree/l; chmod 500 tree/in
echo more >> a; echo more >> dir/sub/d
rm b; rm -rf gone
rm was-file; mkdir was-file; echo y > was-file/y
rm -rf was-dir; echo z > was-dir
ln -sf dir link
ln old another; ln new tree/second; ln -f old dir/c
chmod 700 dir; setfattr -n user.k -v v kept 2>/dev/null
chmod 600 old
echo m > closed/m; chmod 000 closed
touch -d 2001-01-01 dir/sub
`;

/** Made before it, of some of the same names. */
const EARLIER = `
echo first >> a; echo first >> b; echo first >> dir/sub/d; echo first > dir/first
mkdir -p first/in; echo x > first/in/x; rm closed/n; chmod 711 dir; chmod 700 kept
`;

/** By hand, after the commit: also the same bytes again, which is no change. */
const SINCE = `
echo mine >> a; echo mine > b; echo mine > tree/mine; echo new > new; chmod 755 dir
mkdir gone; echo mine > gone/e
`;
/** What of it must be in copies once all was undone; a directory with a new file in it stays. */
const MINE = ["a", "b", "gone"];

const SCRIPTS = { commit: CHANGE, earlier: EARLIER } as const;
const LATER = ["part", "all", "restore a", "restore gone"] as const;
export const ACTIONS = ["earlier", "commit", "recover", "undo", ...LATER] as const;
type Action = (typeof ACTIONS)[number];

export interface CrashResult {
  readonly killed: Action;
  readonly before: string;
  readonly left: "before" | "after" | "between";
  readonly differences: readonly string[];
}

/** The part that is killed: `crash.entry.ts` starts itself with these arguments. */
export async function actAndCount(action: Action, where: Where, stopAt: number): Promise<void> {
  const steps: string[] = [];
  const onStep: OnStep = (step) => {
    if (steps.push(step) - 1 === stopAt) process.kill(process.pid, "SIGKILL");
  };
  if (action === "recover") await recover(where.stateDirectory, { onStep });
  if (action === "undo") await undo(where.stateDirectory, { onStep });
  if (action === "part" || action === "all") {
    const done = await undo(where.stateDirectory, { howMuch: action, onStep });
    if (!done.ok) throw new Error(explainCommitRefusal(done.refusal).join());
  }
  if (action === "restore a" || action === "restore gone") {
    await restoreNamed(where, action.slice("restore ".length), onStep);
  }
  if (action === "commit" || action === "earlier") {
    await using change = await sandboxedChange(where, SCRIPTS[action]);
    const done = await commit(change.places, change.diff, change.plan, { onStep });
    if (!done.ok) throw new Error(JSON.stringify(done.refusal));
  }
  process.stdout.write(`${JSON.stringify(steps)}\n`);
}

async function restoreNamed(where: Where, name: string, onStep: OnStep): Promise<void> {
  const copy = (await copiesIn(where)).find(({ path }) => path === join(where.tree, name));
  if (copy === undefined) throw new Error(`no copy of ${name}`);
  const done = await restoreCopy(where.stateDirectory, copy.number, { onStep });
  if (!done.ok) throw new Error(explainCommitRefusal(done.refusal).join());
}

async function copiesIn({ stateDirectory }: Where): Promise<readonly Copy[]> {
  const listed = await listCopies(stateDirectory);
  if (!listed.ok) throw new Error(explainCommitRefusal(listed.refusal).join());
  return listed.value;
}

interface Scene {
  readonly where: Where;
  readonly start: TreeSnapshot;
}

export interface CrashPlan {
  readonly name: string;
  readonly home: string;
  /** Where journal and layer are kept; another volume makes every move a copy. */
  readonly stateIn: string;
  /** Kill points of each action, always with the first and the last. */
  readonly most: number;
}

/** Fewer kill points of these, and half of them where the others are few. */
const MOST_LATER = 3;

function laterOf({ name, most }: CrashPlan): readonly (typeof LATER)[number][] {
  return sample(`later actions, ${name}`, LATER, Math.floor(most / 2));
}

function chosen({ name, most }: CrashPlan, action: Action, steps: readonly string[]) {
  return sampleWithEnds(`kills of ${action}, ${name}`, [...steps.entries()], most);
}

export async function* crashEverywhere(plan: CrashPlan): AsyncGenerator<CrashResult> {
  const { home, stateIn } = plan;
  const whole = scene(home, stateIn);
  const commitSteps = stepsOf(act("commit", whole.where, -1));
  const after = snapshotAnyTree(whole.where.tree, "set by hand");
  const stands = commitSteps.findIndex((step) =>
    step.startsWith("announce that the commit stands"),
  );

  for (const [n, step] of chosen(plan, "commit", commitSteps)) {
    const { where, start } = scene(home, stateIn);
    kill("commit", where, n);
    yield { killed: "commit", before: step, ...(await judge(where, start, after)) };
  }
  const half = scene(home, stateIn);
  kill("commit", half.where, stands);
  for (const [n, step] of chosen(plan, "recover", stepsOf(act("recover", half.where, -1)))) {
    const { where, start } = scene(home, stateIn);
    kill("commit", where, stands);
    kill("recover", where, n);
    yield { killed: "recover", before: step, ...(await judge(where, start, after)) };
  }
  yield* crashUndo(plan);
  for (const action of laterOf(plan)) {
    yield* crashLater({ ...plan, most: Math.min(plan.most, MOST_LATER) }, action);
  }
}

/** After a commit, and for an undo after work on what it left. */
async function* crashLater(
  plan: CrashPlan,
  action: (typeof LATER)[number],
): AsyncGenerator<CrashResult> {
  const prepared = (): Scene => {
    const { where } = scene(plan.home, plan.stateIn);
    act("commit", where, -1);
    if (action === "part" || action === "all") byHand(where, SINCE);
    return { where, start: snapshotAnyTree(where.tree, "exact") };
  };
  const whole = prepared();
  const steps = stepsOf(act(action, whole.where, -1));
  const after = snapshotAnyTree(whole.where.tree, "set by hand");
  for (const [n, step] of chosen(plan, action, steps)) {
    const { where, start } = prepared();
    kill(action, where, n);
    const judged = await judge(where, start, after);
    const lost = action === "all" && judged.left === "after" ? await lostOf(where) : [];
    const left = lost.length > 0 ? "between" : judged.left;
    yield { killed: action, before: step, left, differences: [...judged.differences, ...lost] };
  }
}

async function lostOf(where: Where): Promise<string[]> {
  const copies = (await copiesIn(where)).filter(({ why }) => why === "overwritten");
  const kept = new Set<string>(copies.map(({ path }) => path));
  return MINE.filter((name) => !kept.has(join(where.tree, name))).map((name) => `${name} is lost`);
}

/** Undoes the later of two commits; whatever is left, both can then be undone to the start. */
async function* crashUndo(plan: CrashPlan): AsyncGenerator<CrashResult> {
  const { home, stateIn } = plan;
  const whole = scene(home, stateIn);
  act("earlier", whole.where, -1);
  act("commit", whole.where, -1);
  const after = snapshotAnyTree(whole.where.tree, "set by hand");
  for (const [n, step] of chosen(plan, "undo", stepsOf(act("undo", whole.where, -1)))) {
    const { where, start } = scene(home, stateIn);
    act("earlier", where, -1);
    const between = snapshotAnyTree(where.tree, "exact");
    act("commit", where, -1);
    kill("undo", where, n);
    const judged = await judge(where, between, after);
    const missing = await undoAll(where, start);
    const left = missing.length > 0 ? "between" : judged.left;
    yield { killed: "undo", before: step, left, differences: [...judged.differences, ...missing] };
  }
}

async function undoAll({ stateDirectory, tree }: Where, start: TreeSnapshot): Promise<string[]> {
  for (;;) {
    const undone = await undo(stateDirectory);
    if (undone.ok) continue;
    if (undone.refusal.code !== "nothing_to_undo") {
      return [...explainCommitRefusal(undone.refusal)];
    }
    return treeDifferences(start, snapshotAnyTree(tree, "exact"));
  }
}

function scene(home: string, stateIn: string): Scene {
  const folder = mkdtempSync(join(home, "crash-"));
  const where = {
    tree: join(folder, "tree"),
    stateDirectory: join(mkdtempSync(join(stateIn, "crash-state-")), "state"),
    home: join(folder, "home"),
  };
  mkdirSync(where.home);
  mkdirSync(where.tree);
  byHand(where, START);
  return { where, start: snapshotAnyTree(where.tree, "exact") };
}

function byHand({ tree }: Where, text: string): void {
  const made = spawnSync("bash", ["-c", text], { cwd: tree, encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stderr);
}

/** A recovery, twice, because the second must find nothing left to do. */
async function judge(
  where: Where,
  start: TreeSnapshot,
  after: TreeSnapshot,
): Promise<Pick<CrashResult, "left" | "differences">> {
  const again: string[] = [];
  await recover(where.stateDirectory);
  await recover(where.stateDirectory, { onStep: (step) => again.push(step) });
  const fromStart = treeDifferences(start, snapshotAnyTree(where.tree, "exact"));
  if (fromStart.length === 0 && again.length === 0) return { left: "before", differences: [] };
  const fromAfter = treeDifferences(after, snapshotAnyTree(where.tree, "set by hand"));
  if (fromAfter.length === 0 && again.length === 0) return { left: "after", differences: [] };
  return { left: "between", differences: [...again, ...fromStart] };
}

function act(action: Action, where: Where, stopAt: number): SpawnSyncReturns<string> {
  const { tree, stateDirectory, home } = where;
  const own = [...process.execArgv, process.argv[1] ?? "", action];
  const args = [...own, tree, stateDirectory, home, `${stopAt}`];
  const ran = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (stopAt < 0 && ran.status !== 0) throw new Error(`${action} failed: ${ran.stderr}`);
  return ran;
}

function kill(action: Action, where: Where, stopAt: number): void {
  const { signal, stderr } = act(action, where, stopAt);
  if (signal !== "SIGKILL") throw new Error(`${action} was not killed at ${stopAt}: ${stderr}`);
}

function stepsOf({ stdout }: SpawnSyncReturns<string>): string[] {
  return JSON.parse(stdout) as string[];
}
