/**
 * Runs the kill points as the user who starts it, one JSON line each: name, how many, home and
 * perhaps another directory for the state. It is also the process that they kill: action, tree,
 * state directory, home, step.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { isSnapshotAsked } from "./closed-tree.ts";
import { ACTIONS, actAndCount, crashEverywhere } from "./crash-points.ts";

if (!isSnapshotAsked()) await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  const action = ACTIONS.find((each) => each === args[0]);
  if (action !== undefined) {
    const [, tree = "", stateDirectory = "", home = "", stopAt = "-1"] = args;
    await actAndCount(action, { tree, stateDirectory, home }, Number(stopAt));
    return;
  }
  const [name = "", most, place = "/nowhere", statePlace = place] = args;
  const home = mkdtempSync(join(place, "crashes-"));
  const stateIn = mkdtempSync(join(statePlace, "crashes-"));
  try {
    for await (const result of crashEverywhere({ name, home, stateIn, most: Number(most) }))
      console.log(JSON.stringify(result));
  } finally {
    // Closed directories are opened first, or an ordinary user could not remove them.
    for (const made of [home, stateIn]) {
      spawnSync("chmod", ["-R", "u+rwX", made], { stdio: "ignore" });
      spawnSync("rm", ["-rf", made], { stdio: "ignore" });
    }
  }
}
