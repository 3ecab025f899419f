import { isFullMatrix } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { ABSENCE_PLANTS } from "./absence-plants.ts";
import { playTwice } from "./absences.ts";
import { toyKeys } from "./keys.ts";
import type { Plant } from "./plant.ts";
import { PLANTS } from "./plants.ts";
import { subSeed } from "./random.ts";
import { WorldFailed } from "./run-world.ts";
import { ruleOf } from "./shrink.ts";
import { storeNamed } from "./stores.ts";

const keys = toyKeys();
const WORLDS = isFullMatrix() ? 2_000 : 150;
/** Some mistakes show in few contracts only. */
const MOST_WORLDS = 3_000;

async function failureIn(seed: number, plant: Plant | null): Promise<WorldFailed | null> {
  try {
    await playTwice({ seed, contracts: 3, keys, plant, makeStore: storeNamed("memory") });
    return null;
  } catch (error) {
    if (error instanceof WorldFailed) return error;
    throw error;
  }
}

test("parties that act equally soon are paid the same, whether or not the market was away", async () => {
  for (let index = 0; index < WORLDS; index += 1) {
    const failure = await failureIn(subSeed(16, index), null);
    expect(failure?.message, `world ${index}`).toBeUndefined();
  }
});

const FORGOTTEN = PLANTS.filter(({ name }) => name === "no deadline is extended after an outage");

test.each([...ABSENCE_PLANTS, ...FORGOTTEN])("finds that $name", async (plant) => {
  for (let index = 0; index < MOST_WORLDS; index += 1) {
    const failure = await failureIn(subSeed(17, index), plant);
    if (failure === null) continue;
    // Where the wrong rule also refuses an act that the right one takes, no transcript verifies:
    // that world says nothing about payouts.
    if (plant.breaks === undefined || ruleOf(failure) === plant.breaks) return;
  }
  expect.unreachable("the planted bug was not found");
});
