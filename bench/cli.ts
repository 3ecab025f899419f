/** What `fix` costs where nothing is broken: around a command, and at every prompt. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { quoteWords } from "@bazaar/work";
import { buildCli } from "../apps/cli/build-cli.ts";
import { hookScript } from "../apps/cli/src/shell/shells.ts";
import { PROMPT, TypedShell } from "../apps/cli/src/shell/test/typed-shell.ts";
import { type Line, middle, type Rate, rateOf, rates, report } from "./measure.ts";

const FIX = join(import.meta.dirname, "..", "apps", "cli", "bin", "fix.mjs");
const RUNS = 3;
const PROMPTS = 30;
const HOOK_RUNS = 200;
const MAX_OVER_MS = 60;
const MAX_HOOK_MS = 3;
const STARTS = 15;
const MAX_START_MS = 10;

export async function benchCli(): Promise<void> {
  await buildCli();
  report([...(await runLines()), await promptLine(), ...(await startUpLines())]);
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

/** From the start of a shell to its first prompt, with the saved integration and without, in turns. */
async function startUpLines(): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const { shell, file, prompt, source } of STARTING.filter(({ shell }) => hasProgram(shell))) {
    const files = { hooks: hookScript(shell), ...OTHER_FILES };
    const [bare, hooked]: [number[], number[]] = [[], []];
    for (let start = 0; start < STARTS; start += 1) {
      bare.push(await startMs(shell, { ...files, [file]: prompt }));
      hooked.push(await startMs(shell, { ...files, [file]: `${source}\n${prompt}` }));
    }
    const overMs = middle(hooked) - middle(bare);
    lines.push({
      what: `${shell} start-up with the hooks`,
      figure: `+${shown(overMs)}`,
      reference: `bare ${shown(middle(bare))}, allowed ${MAX_START_MS} ms more`,
      ratio: share(MAX_START_MS, overMs),
      target: 1,
    });
  }
  return lines;
}

async function startMs(shell: string, files: Readonly<Record<string, string>>): Promise<number> {
  const from = performance.now();
  await using _shell = await TypedShell.start([shell], files);
  return performance.now() - from;
}

const STARTING = [
  { shell: "bash", file: ".bashrc", prompt: `PS1='${PROMPT}'`, source: ". ~/hooks" },
  { shell: "zsh", file: ".zshrc", prompt: `PS1='${PROMPT}'`, source: ". ~/hooks" },
  {
    shell: "fish",
    file: ".config/fish/config.fish",
    prompt: `set -g fish_greeting; function fish_prompt; printf '${PROMPT}'; end`,
    source: "source ~/hooks",
  },
] as const;
const OTHER_FILES = {
  // An earlier shell has found out that the recorder works.
  "fix-shell/works": "",
  // Without this folder a first fish reads every manual page of the machine.
  ".local/share/fish/generated_completions/none.fish": "",
};

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
