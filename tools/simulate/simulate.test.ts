import { isFullMatrix, sample } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { realKeys, toyKeys } from "./keys.ts";
import { PLANTS } from "./plants.ts";
import { subSeed } from "./random.ts";
import { runWorld, WorldFailed } from "./run-world.ts";
import { failureOf, ruleOf, shrink } from "./shrink.ts";
import { storeNamed } from "./stores.ts";
import type { WorldPlan } from "./world.ts";

const keys = toyKeys();
/** How many worlds are played without a planted bug; `npm run long` plays more. */
const WORLDS = isFullMatrix() ? { memory: 100, sqlite: 20 } : { memory: 30, sqlite: 5 };

function planOf(index: number, plant: WorldPlan["plant"] = null): WorldPlan {
  return { seed: subSeed(7, index), contracts: 20, keys, plant, makeStore: storeNamed("memory") };
}

/** The first of these worlds in which a rule is broken. */
async function firstFailure(
  plant: WorldPlan["plant"],
  worlds: number,
): Promise<{ plan: WorldPlan; failure: WorldFailed } | null> {
  for (let index = 0; index < worlds; index += 1) {
    const plan = planOf(index, plant);
    try {
      using _world = await runWorld(plan);
    } catch (failure) {
      if (failure instanceof WorldFailed) return { plan, failure };
      throw failure;
    }
  }
  return null;
}

test("no rule is broken in a fixed set of worlds with faults", async () => {
  const found = await firstFailure(null, WORLDS.memory);
  expect(found?.failure.message).toBeUndefined();
});

test("no rule is broken with real signatures", async () => {
  using world = await runWorld({ ...planOf(1), keys: realKeys() });
  expect(world.auditor.entries).toBeGreaterThan(50);
});

test("no rule is broken on SQLite, and every world ends as in memory", async () => {
  for (let index = 0; index < WORLDS.sqlite; index += 1) {
    using world = await runWorld({ ...planOf(index), makeStore: storeNamed("sqlite") });
    using reference = await runWorld(planOf(index));
    expect(world.auditor.states()).toEqual(reference.auditor.states());
  }
});

test("the same seed gives the same world", async () => {
  const [first, second] = [await runWorld(planOf(3)), await runWorld(planOf(3))];
  expect(second.auditor.states()).toEqual(first.auditor.states());
  expect(second.counts).toEqual(first.counts);
});

/** Shrinking takes longer than finding. */
const SHRUNK = sample("shrunk plants", PLANTS, 5);

test.each(PLANTS)("finds that $name", async (plant) => {
  const found = await firstFailure(plant, 150);
  expect(found, "the planted bug was not found").not.toBeNull();
  if (found === null) return;
  const { plan, failure } = found;
  if (plant.breaks !== undefined) expect(ruleOf(failure)).toBe(plant.breaks);
  const again = await failureOf(plan, failure.moves);
  expect(again?.message, "the same moves fail in the same way").toBe(failure.message);
  if (!SHRUNK.includes(plant)) return;
  const short = await shrink(plan, failure);
  expect(ruleOf(short)).toBe(ruleOf(failure));
  expect(short.moves.length).toBeLessThanOrEqual(20);
});
