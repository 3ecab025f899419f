/**
 * `node contracts/gate/long.ts [part …]`: the checks of the contract that take minutes. A million
 * calls under the invariants, more fuzz runs of every test, thousands of random lives compared with
 * the kernel, the model checker, planted bugs and coverage.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { buildContracts, REPOSITORY, runForge, TEST_PROFILE } from "../local-chain/forge.ts";

const INVARIANT_RUNS = 8_000;
const INVARIANT_DEPTH = 128;
const FUZZ_RUNS = 4_096;
const DIFFERENTIAL_RUNS = 2_000;
const LEAST_COVERAGE_PERCENT = 98;

const PARTS: Readonly<Record<string, () => Promise<boolean>>> = {
  invariants: () =>
    forgeTest(["--match-contract", "Invariant"], {
      FOUNDRY_INVARIANT_RUNS: String(INVARIANT_RUNS),
      FOUNDRY_INVARIANT_DEPTH: String(INVARIANT_DEPTH),
    }),
  fuzz: () =>
    forgeTest(["--no-match-contract", "Invariant"], { FOUNDRY_FUZZ_RUNS: String(FUZZ_RUNS) }),
  differential: async () => {
    const env = {
      ...process.env,
      BAZAAR_DIFFERENTIAL_RUNS: String(DIFFERENTIAL_RUNS),
      BAZAAR_SEED: String(Date.now() % 2 ** 31),
    };
    const vitest = join(REPOSITORY, "node_modules", "vitest", "vitest.mjs");
    const args = [vitest, "run", "contracts/differential"];
    return run(process.execPath, args, env);
  },
  proof: async () =>
    run(process.execPath, [join(import.meta.dirname, "prove-settlement.ts")], process.env),
  bugs: async () =>
    run(process.execPath, [join(import.meta.dirname, "plant-bugs.ts")], process.env),
  coverage,
};

async function forgeTest(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { status, output, errors } = await runForge(["test", ...args], {
    env: { ...TEST_PROFILE, ...env },
  });
  console.log(output, errors);
  return status === 0;
}

/** Line coverage of the contract's sources. */
async function coverage(): Promise<boolean> {
  const { status, output, errors } = await runForge(["coverage", "--report", "summary"], {
    env: { ...TEST_PROFILE, BAZAAR_COVERAGE: "true", FOUNDRY_FUZZ_RUNS: "32" },
  });
  const rows = [...output.matchAll(/\| contracts\/src\/(\S+)\s+\|\s+\S+% \((\d+)\/(\d+)\)/g)];
  const [hit, all] = rows.reduce(
    ([hits, lines], [, , hit, of]) => [hits + Number(hit), lines + Number(of)],
    [0, 0],
  );
  for (const [, file, hit, of] of rows) console.log(`  ${file}: ${hit} of ${of} lines`);
  if (all === 0) console.log(errors);
  console.log(`  total: ${((100 * hit) / all).toFixed(2)} % of ${all} lines`);
  return status === 0 && 100 * hit >= LEAST_COVERAGE_PERCENT * all;
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): boolean {
  return spawnSync(command, args, { cwd: REPOSITORY, env, stdio: "inherit" }).status === 0;
}

const asked = process.argv.slice(2);
const unknown = asked.find((name) => PARTS[name] === undefined);
if (unknown !== undefined) {
  const known = Object.keys(PARTS).join(", ");
  console.error(`unknown part ${JSON.stringify(unknown)}; choose from ${known}`);
  process.exit(2);
}
await buildContracts();
for (const [name, part] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const startedAt = performance.now();
  const isPassed = await part();
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  console.log(`${name}: ${isPassed ? "passed" : "FAILED"} (${seconds} s)`);
  if (!isPassed) process.exitCode = 1;
}
