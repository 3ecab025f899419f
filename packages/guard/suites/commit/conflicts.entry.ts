/** Runs all conflicts as whoever runs it, one JSON line each. */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CONFLICT_CASES, runConflict } from "./conflicts.ts";

for (const one of CONFLICT_CASES) {
  const folder = mkdtempSync(join(process.argv[2] ?? "/nowhere", "conflict-"));
  console.log(JSON.stringify(await runConflict(folder, one)));
  rmSync(folder, { recursive: true, force: true });
}
