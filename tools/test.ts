/**
 * `npm test`: everything that must hold, in one run that ends with one count line. The static gates
 * come first, since they are quick and explain most failures; each counts as one test.
 *
 * `npm run check` (`--check`) is the short form for working: the same gates, then the kernel's tests
 * and the house rules, without coverage.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

// Biome colours even a file unless told otherwise; its hints are for editors.
const BIOME_FLAGS = ["--error-on-warnings", "--diagnostic-level=warn", "--colors=off"];
const GATES = [
  { name: "format and lint", command: ["biome", "ci", ...BIOME_FLAGS, "."] },
  { name: "types", command: ["tsc", "-p", "tsconfig.json"] },
  { name: "types of the kernel", command: ["tsc", "-p", "tsconfig.kernel.json"] },
  { name: "dead code", command: ["knip", "--no-progress"] },
];
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const CHECKED = ["packages/kernel/", "tools/tidy"];

async function main(): Promise<void> {
  const notes: string[] = [];
  provide(
    SYSTEM_NEEDS,
    thisMachine((line) => notes.push(line)),
  );
  for (const note of notes) await say(note);

  const tallies: Tally[] = [];
  for (const gate of GATES) tallies.push(await passGate(gate));
  tallies.push(await runTests());
  const total = sum(tallies);
  process.exitCode = total.failed === 0 ? 0 : 1;
  await say(countLine(total));
}

/** A gate speaks only when it fails. */
async function passGate({ name, command }: (typeof GATES)[number]): Promise<Tally> {
  const startedAt = performance.now();
  const { status, stdout, stderr, error } = runTool(command, "pipe");
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  await say(`${status === 0 ? "✓" : "✗"} ${name} (${seconds} s)`);
  if (status === 0) return PASSED;
  await say([stdout, stderr, error?.message].filter(Boolean).join("\n"));
  return FAILED;
}

async function runTests(): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), "bazaar-test-"));
  try {
    const reportFile = join(folder, "report.json");
    const { status } = runTool(
      [
        ["vitest", "run", "--reporter=default", "--reporter=json"],
        [`--outputFile.json=${reportFile}`],
        isCheck ? CHECKED : ["--coverage"],
      ].flat(),
      "inherit",
    );
    const report = existsSync(reportFile) ? readReport(reportFile) : undefined;
    return tallyOf(report, status ?? 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(path: string): TestReport {
  return JSON.parse(readFileSync(path, "utf8")) as TestReport;
}

/** npm has put `node_modules/.bin` into the PATH; on Windows the tools there are shell scripts. */
function runTool([command = "", ...args]: readonly string[], stdio: "pipe" | "inherit") {
  const shell = process.platform === "win32";
  const maxBuffer = MAX_OUTPUT_BYTES;
  return spawnSync(command, args, { cwd: ROOT, stdio, shell, maxBuffer, encoding: "utf8" });
}

/** Waits until the line is out: a pipe may be full, and the tools write to it after us. */
function say(line: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve()));
}

await main();
