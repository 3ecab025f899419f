/**
 * Kills a process that keeps, reopens, uses or commits a sandbox before a step, with SIGKILL, and
 * checks what the next process finds: the whole kept sandbox or, before `keep` has renamed it,
 * nothing.
 */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sampleWithEnds } from "@bazaar/testkit/sample";
import { commit } from "../../src/commit/commit.ts";
import { type LayerChanges, layerChanges } from "../../src/commit/layer-changes.ts";
import { recover } from "../../src/commit/recover.ts";
import { isWithin, rawPath, shownPath } from "../../src/disk/raw-path.ts";
import { keptSandboxes } from "../../src/sandbox/kept-sandboxes.ts";
import type { LayeredSandbox } from "../../src/sandbox/layered-sandbox.ts";
import { openSandbox } from "../../src/sandbox/open-sandbox.ts";
import type { Opened } from "../../src/sandbox/refusal.ts";
import { reopenSandbox } from "../../src/sandbox/reopen-sandbox.ts";
import type { SandboxKind } from "../../src/sandbox/sandbox-kind.ts";
import type { SandboxOptions } from "../../src/sandbox/sandbox-request.ts";

export interface Scene {
  readonly folder: string;
  readonly kind: SandboxKind;
}

export interface KeptCrash {
  readonly kind: SandboxKind;
  readonly killed: string;
  readonly before: string;
  /** `again`: with what was written after it was reopened. */
  readonly left: "kept" | "again" | "committed" | "nothing" | "broken";
  readonly problem: string;
}

const FIX = "echo fixed > file; rm gone; rm -rf dir; mkdir dir; echo new > dir/new";
const SEEN = "cat file; ls -A dir; test ! -e gone";
const CHANGES = ["add dir/new", "delete dir/old", "modify file", "delete gone"];
const ROLES = ["keep", "reopen", "run", "keep again", "commit"] as const;
export type Role = (typeof ROLES)[number];

export function isRole(text: string | undefined): text is Role {
  return ROLES.some((role) => role === text);
}

/** The part that is killed: `kept-crashes.entry.ts` starts itself with these arguments. */
export async function act(role: Role, scene: Scene, id: string, stopAt: number): Promise<void> {
  const steps: string[] = [];
  const onStep = (step: string): void => {
    if (steps.push(step) - 1 === stopAt) process.kill(process.pid, "SIGKILL");
  };
  const isTold = role === "reopen";
  const sandbox =
    role === "keep" ? await fixed(scene) : await taken(scene, id, isTold ? onStep : undefined);
  if (role === "run") await sandbox.run({ text: HALF, onOutput: () => onStep("go on") });
  if (role === "keep again") await sandbox.run({ text: "echo again > again" });
  if (role === "keep" || role === "keep again") await sandbox.keep({ onStep });
  if (role === "reopen") {
    onStep("use it");
    await sandbox.keep();
  }
  if (role === "commit") {
    const { places, diff } = await changesOf(scene, sandbox);
    const plan = { included: diff.changes, leftOut: [] };
    const done = await commit(places, diff, plan, { onStep });
    if (!done.ok) throw new Error(JSON.stringify(done.refusal));
    onStep("discard it");
    await sandbox.discard();
  }
  process.stdout.write(JSON.stringify(steps));
}

/** A stuck child fails by itself, before the suite's timeout. */
const MOST_MS = 60_000;
const HALF = "echo half > file; rm -rf dir; echo ready; sleep 1000";

/** `most` kill points of each role, always with the first and the last. */
export async function* crashKept(
  home: string,
  kind: SandboxKind,
  most: number,
): AsyncGenerator<KeptCrash> {
  const make = () => sceneIn(home, kind);
  const chosen = (role: Role, steps: readonly string[]) =>
    sampleWithEnds(`kills of ${role} on ${kind}`, [...steps.entries()], most);
  for (const [n, step] of chosen("keep", stepsOf("keep", make(), ""))) {
    const scene = make();
    kill("keep", scene, "", n);
    yield { kind, killed: "keep", before: step, ...(await judge(scene)) };
  }
  const scene = make();
  stepsOf("keep", scene, "");
  const id = idIn(scene);
  // All on one sandbox: each kill must leave it for the next.
  for (const [n, step] of chosen("reopen", stepsOf("reopen", copied(home, kind), null))) {
    kill("reopen", scene, id, n);
    yield { kind, killed: "reopen", before: step, ...(await judge(scene)) };
  }
  kill("run", scene, id, 0);
  yield { kind, killed: "run", before: "its end", ...(await judge(scene)) };
  for (const role of ["keep again", "commit"] as const) {
    for (const [n, step] of chosen(role, stepsOf(role, copied(home, kind), null))) {
      const own = copied(home, kind);
      kill(role, own, idIn(own), n);
      const judged = await judge(own);
      const isOpen = role === "commit" && judged.left === "kept";
      yield { kind, killed: role, before: step, ...(isOpen ? committedAfterAll(own) : judged) };
    }
  }
}

/** After an interrupted commit the sandbox must still be committable. */
function committedAfterAll(scene: Scene): Judgement {
  const { status, stderr } = start("commit", scene, idIn(scene), -1);
  const isFixed = readFileSync(join(projectOf(scene), "file"), "utf8") === "fixed\n";
  if (status === 0 && isFixed && idIn(scene) === "") return { left: "kept", problem: "" };
  return { left: "broken", problem: `not committed: ${stderr}` };
}

function copied(home: string, kind: SandboxKind): Scene {
  const scene = sceneIn(home, kind);
  stepsOf("keep", scene, "");
  return scene;
}

export function sceneIn(home: string, kind: SandboxKind): Scene {
  const folder = mkdtempSync(join(home, "kept-"));
  const project = projectOf({ folder, kind });
  mkdirSync(join(project, "dir"), { recursive: true });
  for (const name of ["file", "gone", "dir/old"]) writeFileSync(join(project, name), "original\n");
  return { folder, kind };
}

function projectOf({ folder }: Scene): string {
  return join(folder, "home/project");
}

function optionsOf(scene: Scene): SandboxOptions & { readonly stateDirectory: string } {
  return {
    directory: projectOf(scene),
    home: join(scene.folder, "home"),
    stateDirectory: join(scene.folder, "state"),
    network: "none",
    allowsCopy: scene.kind === "copy",
  };
}

/** A sandbox in which the fix ran. */
export async function fixed(scene: Scene): Promise<LayeredSandbox> {
  const surroundings = { withoutOverlays: scene.kind === "copy" };
  const sandbox = open(await openSandbox(optionsOf(scene), surroundings));
  const { exitCode, output } = await sandbox.run({ text: FIX });
  if (exitCode !== 0) throw new Error(output);
  return sandbox;
}

export async function taken(
  scene: Scene,
  id: string,
  onStep: (step: string) => void = () => undefined,
): Promise<LayeredSandbox> {
  return open(await reopenSandbox(id, optionsOf(scene), { onStep }));
}

function open(opened: Opened<LayeredSandbox>): LayeredSandbox {
  if (!opened.ok) throw new Error(JSON.stringify(opened.refusal));
  return opened.value;
}

export async function changesOf(scene: Scene, sandbox: LayeredSandbox): Promise<LayerChanges> {
  const seen = await layerChanges(sandbox);
  if (!seen.ok) throw new Error(JSON.stringify(seen.refusal));
  const { places, diff } = seen.value;
  const inside = diff.changes.filter(({ path }) => isWithin(path, rawPath(projectOf(scene))));
  return { places, diff: { ...diff, changes: inside } };
}

export function idIn(scene: Scene): string {
  return keptSandboxes(optionsOf(scene))[0]?.id ?? "";
}

type Judgement = Pick<KeptCrash, "left" | "problem">;

/** As the next process does: recovers, reopens what is there, checks it, and keeps it. */
async function judge(scene: Scene): Promise<Judgement> {
  const { stateDirectory } = optionsOf(scene);
  const broken = (problem: string): Judgement => ({ left: "broken", problem });
  await recover(stateDirectory);
  const isCommitted = readFileSync(join(projectOf(scene), "file"), "utf8") === "fixed\n";
  const [kept] = keptSandboxes(optionsOf(scene));
  if (kept === undefined) {
    open(await openSandbox(optionsOf(scene)).then(closed));
    const left = readdirSync(join(stateDirectory, "sandboxes"));
    if (left.length > 0) return broken(`left ${left.join(", ")}`);
    return { left: isCommitted ? "committed" : "nothing", problem: "" };
  }
  const sandbox = await taken(scene, kept.id);
  const { exitCode, stdout } = await sandbox.rehearse({ text: SEEN });
  const shown = shownChanges(scene, await changesOf(scene, sandbox));
  await sandbox.keep();
  const left = readdirSync(join(stateDirectory, "sandboxes"));
  if (left.length !== 1) return broken(`left ${left.join(", ")}`);
  if (exitCode !== 0 || stdout !== "fixed\nnew\n") return broken(`${exitCode}: ${stdout}`);
  // Reopened once more, only directory times differ.
  const isDone = shown.every((change) => change.startsWith("meta "));
  if (isCommitted) return isDone ? { left: "committed", problem: "" } : broken(shown.join());
  if (shown.join() === CHANGES.join()) return { left: "kept", problem: "" };
  const again = ["add again", ...CHANGES];
  return shown.join() === again.join() ? { left: "again", problem: "" } : broken(shown.join());
}

async function closed(opened: Opened<LayeredSandbox>): Promise<Opened<LayeredSandbox>> {
  if (opened.ok) await opened.value[Symbol.asyncDispose]();
  return opened;
}

function shownChanges(scene: Scene, { diff }: LayerChanges): readonly string[] {
  const below = projectOf(scene).length + 1;
  return diff.changes.map(({ kind, path }) => `${kind} ${shownPath(path).slice(below)}`);
}

/** A null id stands for the only one there is. */
function stepsOf(role: Role, scene: Scene, id: string | null): readonly string[] {
  const { status, stdout, stderr } = start(role, scene, id ?? idIn(scene), -1);
  if (status !== 0) throw new Error(`${role} failed: ${stderr}`);
  return JSON.parse(stdout) as readonly string[];
}

function kill(role: Role, scene: Scene, id: string, stopAt: number): void {
  const { signal, stderr } = start(role, scene, id, stopAt);
  if (signal !== "SIGKILL") throw new Error(`${role} was not killed at ${stopAt}: ${stderr}`);
}

function start(role: Role, scene: Scene, id: string, stopAt: number): SpawnSyncReturns<string> {
  const own = [...process.execArgv, process.argv[1] ?? "", role];
  const args = [...own, scene.folder, scene.kind, id, `${stopAt}`];
  return spawnSync(process.execPath, args, {
    encoding: "utf8",
    timeout: MOST_MS,
    killSignal: "SIGTERM",
  });
}
