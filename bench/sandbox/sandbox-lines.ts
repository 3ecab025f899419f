/**
 * The time to run a command in the sandbox, compared with running it directly, in bubblewrap alone,
 * and in a hand-written script (`unshare`, an overlay, bubblewrap).
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commit, diffLayer, judgeChanges, planCommit } from "@bazaar/guard/commit";
import { type LayeredSandbox, openSandbox } from "@bazaar/guard/sandbox";
import { type Line, middle, rateOf, rates } from "../measure.ts";
import { finished, Peers } from "./peers.ts";
import { makeProject } from "./sample-project.ts";

const FILES_WRITTEN = 1_000;
const COMMITTED = [1, 1_000, 10_000];
const STARTS = 5;
const FLOWS = 7;
const FLOW_TARGET_MS = 150;
/** At most 1.5 times as long as the script. */
const START_TARGET = 1 / 1.5;

/** In a project of 1,000 files. */
export async function startLines(folder: string): Promise<readonly Line[]> {
  const peers = new Peers(join(folder, "start"));
  const project = join(folder, "project");
  makeProject(project);
  await using sandbox = await opened(folder, project);
  // Several in a row: the kernel's clean-up after one start slows down the next.
  const repeated = (once: () => Promise<number>) => async () => {
    for (let time = 0; time < STARTS; time += 1) await once();
    return STARTS;
  };
  const measured = await rates([
    { name: "bare", run: repeated(() => peers.bare("true")) },
    { name: "bubblewrap", run: repeated(() => peers.bubblewrap("true")) },
    { name: "script", run: repeated(() => peers.script("true")) },
    { name: "run", run: repeated(() => succeeded(sandbox.run({ text: "true" }))) },
    { name: "rehearse", run: repeated(() => succeeded(sandbox.rehearse({ text: "true" }))) },
    { name: "open", run: repeated(() => openRunClose(folder, project)) },
  ]);
  const ms = (name: string) => 1_000 / rateOf(measured, name);
  const reference = `script ${shown(ms("script"))}, bubblewrap ${shown(ms("bubblewrap"))}, bash ${shown(ms("bare"))}`;
  const line = (what: string, name: string, target: number | null): Line => {
    return { what, figure: shown(ms(name)), reference, ratio: ms("script") / ms(name), target };
  };
  return [
    line("run `true` in an open sandbox", "run", START_TARGET),
    line("run `true` in a throw-away layer", "rehearse", null),
    line("open a sandbox, run `true`, close it", "open", null),
  ];
}

export async function writeLines(folder: string): Promise<readonly Line[]> {
  const peers = new Peers(join(folder, "write"));
  const write = (directory: string) =>
    `mkdir -p '${directory}' && cd '${directory}' && perl -e 'for (1..${FILES_WRITTEN}) { open(F, ">$_") or die; print F "x" x 2048; close F }'`;
  let next = 0;
  const fresh = () => {
    next += 1;
    return join(folder, "written", `${next}`);
  };
  const directory = join(folder, "written");
  mkdirSync(directory);
  await using sandbox = await opened(folder, directory);
  const measured = await rates([
    { name: "bare", run: () => peers.bare(write(fresh())) },
    { name: "bubblewrap", run: () => peers.bubblewrap(write(fresh())) },
    { name: "script", run: () => peers.script(write(fresh())) },
    { name: "sandbox", run: () => succeeded(sandbox.run({ text: write(fresh()) })) },
  ]);
  const ms = (name: string) => 1_000 / rateOf(measured, name);
  const reference = `bash ${shown(ms("bare"))}, bubblewrap ${shown(ms("bubblewrap"))}, script ${shown(ms("script"))}`;
  const ratio = ms("bare") / ms("sandbox");
  return [
    {
      what: `write ${FILES_WRITTEN} files of 2 kB`,
      figure: shown(ms("sandbox")),
      reference,
      ratio,
      target: null,
    },
  ];
}

export async function commitLines(folder: string): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const files of COMMITTED) {
    const directory = join(folder, `c${files}`);
    mkdirSync(directory);
    const text = `perl -e 'for (1..${files}) { open(F, ">$_") or die; print F "x" x 100; close F }'`;
    await using sandbox = await opened(folder, directory);
    // A commit syncs the disk, and would wait for what other lines wrote.
    await finished("sync", ["-f", folder]);
    await sandbox.run({ text });
    const { diffMs, commitMs } = await committed(sandbox, directory);
    const startedMs = performance.now();
    await finished("cp", ["-a", directory, `${directory}-copy`]);
    const copyMs = performance.now() - startedMs;
    lines.push({
      what: `diff and commit ${files} new files`,
      figure: `${diffMs.toFixed(0)} + ${commitMs.toFixed(0)} ms`,
      reference: `cp -a of the same files ${shown(copyMs)}`,
      ratio: copyMs / (diffMs + commitMs),
      target: null,
    });
  }
  return lines;
}

/** Reproduce, fix, verify, diff, commit and clean up, for one line in a project of 1,000 files. */
export async function flowLine(folder: string): Promise<Line> {
  const times: number[] = [];
  const scriptTimes: number[] = [];
  const peers = new Peers(join(folder, "flow"));
  const directory = join(folder, "repaired");
  makeProject(directory);
  const original = { text: "grep -q fixed settings" };
  for (let round = 0; round <= FLOWS; round += 1) {
    writeFileSync(join(directory, "settings"), "broken\n");
    await finished("sync", ["-f", folder]);
    const scriptStartedMs = performance.now();
    await peers.script("true");
    const startedMs = performance.now();
    if (round > 0) scriptTimes.push(startedMs - scriptStartedMs);
    {
      await using sandbox = await opened(folder, directory);
      expectExit(1, await sandbox.rehearse(original));
      expectExit(0, await sandbox.run({ text: "echo fixed > settings" }));
      expectExit(0, await sandbox.rehearse(original));
      await committed(sandbox, directory);
    }
    if (round > 0) times.push(performance.now() - startedMs);
  }
  const median = middle(times);
  const script = middle(scriptTimes);
  return {
    what: "whole flow of a one-line fix",
    figure: shown(median),
    reference: `limit ${FLOW_TARGET_MS} ms; fastest ${shown(Math.min(...times))}, script ${shown(script)}`,
    ratio: FLOW_TARGET_MS / median,
    target: 1,
  };
}

async function committed(
  sandbox: LayeredSandbox,
  directory: string,
): Promise<{ diffMs: number; commitMs: number }> {
  const startedMs = performance.now();
  const view = await sandbox.view();
  const diff = await diffLayer(view);
  if (!diff.ok) throw new Error(`no diff: ${diff.refusal.code}`);
  const diffMs = performance.now() - startedMs;
  await view[Symbol.asyncDispose]();
  const judged = judgeChanges(diff.value, { workingTree: directory, path: "" });
  const approved = new Set(judged.map(({ change }) => change.path));
  const done = await commit(view, diff.value, planCommit({ judged, approved }));
  if (!done.ok) throw new Error(`no commit: ${done.refusal.code}`);
  return { diffMs, commitMs: performance.now() - startedMs - diffMs };
}

/** With its own state, so that the commits that a person can undo stay. */
async function opened(folder: string, directory: string): Promise<LayeredSandbox> {
  const stateDirectory = join(folder, "state");
  const sandbox = await openSandbox({ directory, network: "none", stateDirectory });
  if (!sandbox.ok) throw new Error(`no sandbox: ${JSON.stringify(sandbox.refusal)}`);
  return sandbox.value;
}

async function openRunClose(folder: string, directory: string): Promise<number> {
  await using sandbox = await opened(folder, directory);
  return await succeeded(sandbox.run({ text: "true" }));
}

async function succeeded(
  run: Promise<{ readonly exitCode: number | null; readonly output: string }>,
): Promise<number> {
  expectExit(0, await run);
  return 1;
}

function expectExit(
  code: number,
  run: { readonly exitCode: number | null; readonly output: string },
): void {
  if (run.exitCode !== code)
    throw new Error(`exit ${run.exitCode}, expected ${code}: ${run.output}`);
}

function shown(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}
