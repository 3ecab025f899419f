/** Runs conflicts as the user who starts it, one JSON line each: home, how many. */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sample } from "@bazaar/testkit/sample";
import { CONFLICT_CASES, runConflict } from "./conflicts.ts";

const [home = "/nowhere", most] = process.argv.slice(2);
for (const one of sample("conflicts", CONFLICT_CASES, Number(most))) {
  const folder = mkdtempSync(join(home, "conflict-"));
  console.log(JSON.stringify(await runConflict(folder, one)));
  rmSync(folder, { recursive: true, force: true });
}
