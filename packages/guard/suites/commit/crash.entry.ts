/** Runs all crash points as whoever runs it, one JSON line each; and is what they kill. */
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { isSnapshotAsked } from "./closed-tree.ts";
import { ACTIONS, actAndCount, crashEverywhere } from "./crash-points.ts";

if (!isSnapshotAsked()) await main(process.argv.slice(2));

async function main([action, ...rest]: readonly string[]): Promise<void> {
  const known = ACTIONS.find((each) => each === action);
  if (known !== undefined) {
    const [tree = "", stateDirectory = "", home = "", stopAt = "-1"] = rest;
    await actAndCount(known, { tree, stateDirectory, home }, Number(stopAt));
    return;
  }
  const [home, stateIn] = [action, rest[0] ?? action].map((place) =>
    mkdtempSync(join(place ?? "/nowhere", "crashes-")),
  );
  try {
    for await (const result of crashEverywhere(home ?? "", stateIn ?? ""))
      console.log(JSON.stringify(result));
  } finally {
    // Closed directories are opened first, or an ordinary user could not remove them.
    for (const place of [home, stateIn]) {
      spawnSync("chmod", ["-R", "u+rwX", place ?? ""], { stdio: "ignore" });
      spawnSync("rm", ["-rf", place ?? ""], { stdio: "ignore" });
    }
  }
}
