/** What `fix` costs where nothing is broken: around a command, and at every prompt. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { quoteWords } from "@bazaar/work";
import { buildCli } from "../apps/cli/build-cli.ts";
import { hookScript } from "../apps/cli/src/shell/shells.ts";
import { PROMPT, TypedShell } from "../apps/cli/src/shell/test/typed-shell.ts";
import { type Line, type Rate, rateOf, rates, report } from "./measure.ts";

const FIX = join(import.meta.dirname, "..", "apps", "cli", "bin", "fix.mjs");
const RUNS = 3;
const PROMPTS = 30;
const HOOK_RUNS = 200;
const MAX_OVER_MS = 60;
const MAX_HOOK_MS = 3;

export async function benchCli(): Promise<void> {
  await buildCli();
  report([...(await runLines()), await promptLine()]);
}

async function runLines(): Promise<readonly Line[]> {
  const fix = [process.execPath, FIX, "true"];
  const measured = await rates([
    { name: "true", run: () => runs(["true"]) },
    { name: "node", run: () => runs([process.execPath, "-e", "0"]) },
    { name: "fix", run: () => runs(fix) },
    { name: "terminal true", run: () => runs(onTerminal(["true"])) },
    { name: "terminal fix", run: () => runs(onTerminal(fix)) },
  ]);
  const node = `node -e 0 ${shown(msOf(measured, "node"))}`;
  return [
    overLine("fix true, over the command", measured, ["fix", "true"], node),
    overLine("the same on a terminal", measured, ["terminal fix", "terminal true"], node),
  ];
}

function runs([program = "", ...args]: readonly string[]): number {
  for (let run = 0; run < RUNS; run += 1) spawnSync(program, args, { stdio: "ignore" });
  return RUNS;
}

function onTerminal(words: readonly string[]): readonly string[] {
  return ["script", "-qec", quoteWords(words), "/dev/null"];
}

/** The hooks alone, as the shell runs them, and a whole prompt, as a person sees it. */
async function promptLine(): Promise<Line> {
  const prompt = `PS1='${PROMPT}'\n`;
  await using bare = await TypedShell.start(["bash"], { ".bashrc": prompt });
  await using hooked = await TypedShell.start(["bash"], {
    ".bashrc": `${prompt}${hookScript("bash")}\n${TIMED}`,
  });
  const hookMs = await timedHook(hooked);
  const measured = await rates([
    { name: "bare", run: () => prompts(bare) },
    { name: "hooked", run: () => prompts(hooked) },
  ]);
  const [before, after] = [msOf(measured, "bare"), msOf(measured, "hooked")].map(shown);
  return {
    what: "bash hooks at one prompt",
    figure: shown(hookMs),
    reference: `bare prompt ${before}, recorded ${after}, allowed ${MAX_HOOK_MS} ms`,
    ratio: share(MAX_HOOK_MS, hookMs),
    target: 1,
  };
}

/** What the shell does for us at every command, many times over. */
const TIMED = `timed() {
  local from=$EPOCHREALTIME run
  for ((run = 0; run < ${HOOK_RUNS}; run += 1)); do
    : "\${PS0@P}"
    false
    __fix_prompt
  done
  local until=$EPOCHREALTIME
  from=\${from/[.,]/} until=\${until/[.,]/}
  echo "took:$((until - from))"
}`;

async function timedHook(shell: TypedShell): Promise<number> {
  const [, micros] = /took:(\d+)/.exec(await shell.type("timed")) ?? [];
  return Number(micros) / 1_000 / HOOK_RUNS;
}

async function prompts(shell: TypedShell): Promise<number> {
  for (let prompt = 0; prompt < PROMPTS; prompt += 1) await shell.type("false");
  return PROMPTS;
}

function overLine(
  what: string,
  measured: readonly Rate[],
  [ours, bare]: readonly [string, string],
  node: string,
): Line {
  const overMs = msOf(measured, ours) - msOf(measured, bare);
  return {
    what,
    figure: shown(overMs),
    reference: `true ${shown(msOf(measured, bare))}, ${node}, allowed ${MAX_OVER_MS} ms`,
    ratio: share(MAX_OVER_MS, overMs),
    target: 1,
  };
}

function msOf(measured: readonly Rate[], name: string): number {
  return 1_000 / rateOf(measured, name);
}

/** How often the cost fits into what is allowed; a cost below the noise fits as often as can be. */
function share(allowedMs: number, ms: number): number {
  return allowedMs / Math.max(ms, allowedMs / 100);
}

function shown(ms: number): string {
  return `${ms.toFixed(2)} ms`;
}
