/** Words and constants of the Solidity sources equal those of the client and the kernel. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contestMs, PHASES, ROWS, rulesOf, TIER_RULINGS } from "@bazaar/kernel";
import { describe, expect, test } from "vitest";
import {
  CHAIN_PHASE_OF,
  CHAIN_PHASES,
  CHAIN_ROLES,
  CHAIN_ROWS,
  CHAIN_RULINGS,
} from "../client/vocabulary.ts";
import { DIFFERENCES, LONGEST_ALIKE_REVIEW } from "./differences.ts";

function source(name: string): string {
  return readFileSync(join(import.meta.dirname, "..", "src", name), "utf8");
}

/** The members of an enum in snake_case. */
function enumOf(file: string, name: string): readonly string[] {
  const body = new RegExp(`enum ${name} \\{([^}]*)\\}`).exec(source(file))?.[1] ?? "";
  const members = body.split(",").map((member) => member.trim());
  return members.map((member) => member.replace(/\B[A-Z]/g, "_$&").toLowerCase());
}

function constant(name: string): number {
  const value = new RegExp(`constant ${name} = ([0-9_]+);`).exec(source("EscrowStore.sol"))?.[1];
  return Number(value?.replaceAll("_", ""));
}

describe("words", () => {
  test.each([
    ["Life.sol", "Phase", CHAIN_PHASES],
    ["Settlement.sol", "Row", CHAIN_ROWS],
    ["Life.sol", "Ruling", CHAIN_RULINGS],
    ["EscrowEvents.sol", "Role", CHAIN_ROLES],
  ] as const)("of the enum %s:%s are in its order", (file, name, words) => {
    expect(words).toEqual(enumOf(file, name));
  });

  test("every phase of the kernel has a phase on the chain", () => {
    expect(Object.keys(CHAIN_PHASE_OF).sort()).toEqual([...PHASES].sort());
  });

  test("the rows are the kernel's, without those of panels and arbitration", () => {
    const here = CHAIN_ROWS.filter((row) => row !== "none");
    const elsewhere = ["ruled_mutual", "ruled_split"];
    expect([...here, ...elsewhere].sort()).toEqual([...ROWS].sort());
  });

  test("the rulings are the six of the tiered court", () => {
    expect(CHAIN_RULINGS).toEqual(["none", ...TIER_RULINGS]);
  });
});

describe("constants are the rules of the profile escrow/1", () => {
  const rules = rulesOf("escrow/1");

  test.each([
    ["PICKUP_TIMEOUT", rules.pickupSeconds],
    ["ABANDONMENT_TIMEOUT", rules.turnSeconds],
    ["GRACE_PERIOD", rules.graceSeconds],
    ["VERIFICATION_TIMEOUT", rules.verificationSeconds],
    ["CONTEST_WINDOW", rules.contestSeconds],
    ["RESPONSE_WINDOW", rules.responseSeconds],
    ["RULING_TIMEOUT", rules.rulingSeconds],
    ["APPEAL_WINDOW", rules.appealSeconds],
    ["MAX_AGENTS", rules.maxAgents],
    ["MAX_HALTS", rules.maxHalts],
    ["MAX_RESTARTS", rules.maxTalkTurns],
  ])("%s", (name, rule) => {
    expect(constant(name)).toBe(rule);
  });
});

describe("rules that differ", () => {
  test("are each named once, with both sides", () => {
    expect(new Set(DIFFERENCES.map(({ rule }) => rule)).size).toBe(DIFFERENCES.length);
    for (const { kernel, chain } of DIFFERENCES) expect(kernel).not.toBe(chain);
  });

  test("the contest window is the same up to the longest review of the differential test", () => {
    const windowOf = (reviewSeconds: number): number =>
      contestMs(rulesOf("escrow/1", { reviewSeconds })) / 1_000;
    expect(windowOf(LONGEST_ALIKE_REVIEW)).toBe(constant("CONTEST_WINDOW"));
    expect(windowOf(LONGEST_ALIKE_REVIEW + 20)).toBe(constant("CONTEST_WINDOW") + 1);
  });
});
