/**
 * The forge tests, each counted as a test of this repository, and the checks of the Solidity code:
 * formatter, linter, size limit, committed ABI and gas.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ABI_FILE, abiSource } from "../client/write-abi.ts";
import { GAS_LIMITS, type GasTable, measureGas, sumOf } from "../gas/measure-gas.ts";
import { artifactOf } from "../local-chain/artifact.ts";
import {
  buildContracts,
  HAS_FOUNDRY,
  REPOSITORY,
  runForge,
  TEST_PROFILE,
} from "../local-chain/forge.ts";

const MAX_RUNTIME_BYTES = 24_576;
const PAGE = join(REPOSITORY, "spec", "escrow.md");
const SNAPSHOT = join(import.meta.dirname, "..", "gas", "snapshot.json");

interface SuiteReport {
  readonly test_results: Readonly<
    Record<string, { readonly status: string; readonly reason: string | null }>
  >;
}

/** Run once, while tests are collected, so that every forge test is listed by name. */
async function forgeTests(): Promise<readonly (readonly [string, string])[]> {
  if (!HAS_FOUNDRY) return [];
  await buildContracts();
  const { output, errors } = await runForge(["test", "--json"], { env: TEST_PROFILE });
  const json = output.split("\n").find((line) => line.startsWith("{"));
  if (json === undefined) return [["forge test", `did not run\n${output}\n${errors}`]];
  const suites = JSON.parse(json) as Readonly<Record<string, SuiteReport>>;
  return Object.entries(suites).flatMap(([suite, { test_results }]) =>
    Object.entries(test_results).map(([name, { status, reason }]) => {
      const title = `${suite.split(":")[1] ?? suite}: ${name.replace(/\(.*/, "")}`;
      return [title, status === "Success" ? "passed" : (reason ?? status)] as const;
    }),
  );
}

const results = await forgeTests();

describe.skipIf(!HAS_FOUNDRY)("solidity (needs forge)", () => {
  test.each(results)("%s", (_name, outcome) => {
    expect(outcome).toBe("passed");
  });

  test("forge ran its whole suite", () => {
    expect(results.length).toBeGreaterThan(300);
  });

  test("the sources are formatted", async () => {
    const { status, output } = await runForge(["fmt", "--check"]);
    expect(status, output).toBe(0);
  });

  test("the linter reports nothing about the contract", async () => {
    const { output, errors } = await runForge(["lint", "contracts/src"], {
      env: { FOUNDRY_PROFILE: "lint" },
    });
    expect(`${output}\n${errors}`).not.toMatch(/^(?:error|warning|note)/m);
  });

  test("the contract fits the size limit of chains", () => {
    const { deployedBytecode } = artifactOf("FixEscrow");
    expect((deployedBytecode.object.length - 2) / 2).toBeLessThanOrEqual(MAX_RUNTIME_BYTES);
  });

  test("abi.ts is the ABI of the compiled contract", () => {
    expect(readFileSync(ABI_FILE, "utf8")).toBe(abiSource());
  });
});

describe.skipIf(!HAS_FOUNDRY)("gas (needs forge)", async () => {
  const table: GasTable = HAS_FOUNDRY ? await measureGas() : {};

  test.each(GAS_LIMITS)("$name stays within $limit", ({ acts, limit }) => {
    expect(sumOf(table, acts)).toBeLessThanOrEqual(limit);
  });

  test.each(GAS_LIMITS)("$name is what spec/escrow.md says", ({ acts, limit }) => {
    const [gas, most] = [sumOf(table, acts), limit].map((sum) => sum.toLocaleString("en"));
    expect(readFileSync(PAGE, "utf8")).toContain(`| ${gas} | ${most} |`);
  });

  test("is what snapshot.json says; gas/write-snapshot.ts updates it", () => {
    expect(table).toEqual(JSON.parse(readFileSync(SNAPSHOT, "utf8")));
  });
});
