/**
 * `npm test`: everything that must hold, ending with one count line. The static checks come first,
 * because they are quick and explain most failures; each counts as one test.
 *
 *   --check     `npm run check`: the static checks, the kernel's tests and the house rules
 *   --full      every cell of every test matrix, with coverage (part of `npm run long`)
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FULL_MATRIX, SAMPLE_SEED } from "@bazaar/testkit";
import { type FileReport, summary } from "./runner/summary.ts";
import { provide, SYSTEM_NEEDS, thisMachine } from "./runner/system-needs.ts";
import {
  countLine,
  FAILED,
  PASSED,
  sum,
  type Tally,
  type TestReport,
  tallyOf,
} from "./runner/tally.ts";

const ROOT = join(import.meta.dirname, "..");
const isCheck = process.argv.includes("--check");
const isFull = process.argv.includes("--full");

// Biome prints colours even into a file unless told otherwise.
const BIOME_FLAGS = ["--error-on-warnings", "--diagnostic-level=warn", "--colors=off"];
const STATIC_CHECKS = [
  { name: "format and lint", command: ["biome", "ci", ...BIOME_FLAGS, "."] },
  { name: "types", command: ["tsc", "-p", "tsconfig.json"] },
  { name: "types of the kernel", command: ["tsc", "-p", "tsconfig.kernel.json"] },
  { name: "dead code", command: ["knip", "--no-progress"] },
];
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const CHECKED_TESTS = ["packages/kernel/", "tools/tidy"];

async function main(): Promise<void> {
  const notes: string[] = [];
  const machine = thisMachine((line) => notes.push(line));
  if (!isCheck) provide(SYSTEM_NEEDS, machine);
  for (const note of notes) await print(note);

  const tallies: Tally[] = [];
  for (const check of STATIC_CHECKS) tallies.push(await runCheck(check));
  tallies.push(await runTests());
  const total = sum(tallies);
  process.exitCode = total.failed === 0 ? 0 : 1;
  await print(countLine(total));
}

/** Prints the output of a check only if it failed. */
async function runCheck({ name, command }: (typeof STATIC_CHECKS)[number]): Promise<Tally> {
  const startedAt = performance.now();
  const { status, stdout, stderr, error } = runTool(command, "pipe");
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  await print(`${status === 0 ? "✓" : "✗"} ${name} (${seconds} s)`);
  if (status === 0) return PASSED;
  await print([stdout, stderr, error?.message].filter(Boolean).join("\n"));
  return FAILED;
}

async function runTests(): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), "bazaar-test-"));
  const seed = commitHash();
  if (!isFull && !isCheck) {
    await print(`Large test matrices are sampled by ${seed}; npm run long runs them whole.`);
  }
  try {
    const reportFile = join(folder, "report.json");
    const { status } = runTool(
      [
        ["vitest", "run", "--reporter=default", "--reporter=json"],
        [`--outputFile.json=${reportFile}`],
        isCheck ? CHECKED_TESTS : [],
        isFull ? ["--coverage"] : [],
      ].flat(),
      "inherit",
      { [SAMPLE_SEED]: seed, [FULL_MATRIX]: isFull ? "1" : "" },
    );
    const report = existsSync(reportFile) ? readReport(reportFile) : undefined;
    for (const line of summary(report?.testResults ?? [], ROOT)) await print(line);
    return tallyOf(report, status ?? 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Report = TestReport & { readonly testResults: readonly FileReport[] };

function readReport(path: string): Report {
  return JSON.parse(readFileSync(path, "utf8")) as Report;
}

/** A downloaded archive has no history: then every run samples the same cells. */
function commitHash(): string {
  const args = ["-c", "safe.directory=*", "rev-parse", "--short=12", "HEAD"];
  const { status, stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  return status === 0 ? stdout.trim() : "no commit";
}

/** npm has put `node_modules/.bin` into the PATH; on Windows the tools there are shell scripts. */
function runTool(
  [command = "", ...args]: readonly string[],
  stdio: "pipe" | "inherit",
  extraEnv: Readonly<Record<string, string>> = {},
) {
  return spawnSync(command, args, {
    cwd: ROOT,
    stdio,
    env: { ...process.env, ...extraEnv },
    shell: process.platform === "win32",
    maxBuffer: MAX_OUTPUT_BYTES,
    encoding: "utf8",
  });
}

/** Waits until the line is written: a pipe may be full, and the tools write to it after us. */
function print(line: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve()));
}

await main();
