import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fitBounty, invariant } from "@bazaar/kernel";
import { samplePot, TEST_XNO } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { branchesOf, expectedProfit } from "./court-chances.ts";
import { JOB_STRATEGIES, UNDECIDED_JOBS } from "./job-strategies.ts";
import { OPERATORS_AGENT, STRATEGIES } from "./strategies.ts";
import {
  ACCURACIES,
  ALL,
  BOUNTIES,
  fitBounties,
  fitLines,
  HELD_OFF,
  profitOf,
  tables,
} from "./table.ts";

/** Sums of doubles. */
const ROUNDING = 1e-9;

const rows = BOUNTIES.flatMap((bounty) =>
  HELD_OFF.map((strategy) => ({ bounty, strategy, name: strategy.name })),
);

test.each(rows)("$name earns nothing at $bounty XNO unless a court errs", (row) => {
  expect(profitOf(row.strategy, row.bounty)(1)).toBeLessThanOrEqual(ROUNDING);
});

test.each(rows.filter(({ strategy }) => !strategy.needsError))(
  "$name earns nothing at $bounty XNO before any court",
  ({ strategy, bounty }) => {
    for (const accuracy of [0, 0.5, ...ACCURACIES]) {
      expect(profitOf(strategy, bounty)(accuracy)).toBeLessThanOrEqual(ROUNDING);
    }
  },
);

test("the operator's own agent earns the platform's fee and no more", () => {
  expect(profitOf(OPERATORS_AGENT, "10")(1)).toBeCloseTo(1, 9);
});

test("where nothing decides, a buyer that lies about a job earns the price, and half of it by a split", () => {
  for (const accuracy of [0.5, 1]) {
    const profits = UNDECIDED_JOBS.map((strategy) => profitOf(strategy, "10")(accuracy));
    expect(profits).toEqual([10, 5]);
  }
});

test("before a court that errs at all, whoever lies about a job risks nothing", () => {
  const gambles = JOB_STRATEGIES.filter(({ needsError }) => needsError);
  expect(gambles).toHaveLength(3);
  for (const gamble of gambles) {
    expect(profitOf(gamble, "0.5")(0.999)).toBeGreaterThan(0);
    expect(profitOf(gamble, "0.5")(1)).toBe(0);
  }
});

test("the docs show what the command prints", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/strategies.md"), "utf8");
  expect(page).toContain(tables());
  expect(page).toContain(fitLines());
  const list = ALL.map(({ name, does }) => `| ${name} | ${does} |`);
  expect(page).toContain(`|---|---|\n${list.join("\n")}\n\n`);
});

test("a blocker whose last key has to accept the contract pays for leaving it", () => {
  const blocker = STRATEGIES.find(({ name }) => name === "seat blocker");
  const gains = blocker?.plays("10").map((play) => expectedProfit(branchesOf(play), 1));
  expect(gains?.map((gain) => gain < 0)).toEqual([false, true]);
});

test("the bounties that a market warns of are those at which a lie begins to pay", () => {
  const pot = samplePot();
  invariant(pot.schedule === "symmetric-bond", "the sample pot is a symmetric bond");
  for (const { accuracy, bounty } of fitBounties()) {
    const fit = fitBounty(pot, BigInt(Math.round(accuracy * 10_000)));
    const xno = Number(fit) / 10 ** TEST_XNO.decimals;
    expect(Math.floor(xno * 100) / 100).toBe(Number(bounty));
  }
});
