import { isFullMatrix } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { ABSENCE_PLANTS } from "./absence-plants.ts";
import { failureOfSecond, playTwice, SAME_PAYOUTS } from "./absences.ts";
import { toyKeys } from "./keys.ts";
import type { Plant } from "./plant.ts";
import { PLANTS } from "./plants.ts";
import { subSeed } from "./random.ts";
import { WorldFailed } from "./run-world.ts";
import { ruleOf, shrink } from "./shrink.ts";
import { storeNamed } from "./stores.ts";
import type { WorldPlan } from "./world.ts";

const keys = toyKeys();
const WORLDS = isFullMatrix() ? 2_000 : 150;
/** Some mistakes show in few contracts only. */
const MOST_WORLDS = 3_000;

function planOf(seed: number, plant: Plant | null): WorldPlan {
  return { seed, contracts: 3, keys, plant, makeStore: storeNamed("memory") };
}

async function failureIn(plan: WorldPlan): Promise<WorldFailed | null> {
  try {
    await playTwice(plan);
    return null;
  } catch (error) {
    if (error instanceof WorldFailed) return error;
    throw error;
  }
}

test("parties that act equally soon are paid the same, whether or not the market was away", async () => {
  for (let index = 0; index < WORLDS; index += 1) {
    const failure = await failureIn(planOf(subSeed(16, index), null));
    expect(failure?.message, `world ${index}`).toBeUndefined();
  }
});

const FORGOTTEN = PLANTS.filter(({ name }) => name === "no deadline is extended after an outage");

/** The first failure and its world. */
async function firstFailure(plant: Plant) {
  for (let index = 0; index < MOST_WORLDS; index += 1) {
    const plan = planOf(subSeed(17, index), plant);
    const failure = await failureIn(plan);
    // Where the wrong rule also refuses an act that the right one takes, no transcript verifies:
    // that world says nothing about payouts.
    if (failure !== null && ruleOf(failure) === SAME_PAYOUTS) return { plan, failure };
  }
  return null;
}

test.each([...ABSENCE_PLANTS, ...FORGOTTEN])("finds that $name", async (plant) => {
  const found = await firstFailure(plant);
  expect(found, "the planted bug was not found").not.toBeNull();
  if (found === null) return;
  const { plan, failure } = found;
  expect((await failureOfSecond(plan, failure.moves))?.message).toBe(failure.message);
  const short = await shrink(plan, failure, failureOfSecond);
  expect(ruleOf(short)).toBe(SAME_PAYOUTS);
  expect(short.moves.length).toBeLessThanOrEqual(10);
});
