/** Runs all file scripts as whoever runs it, one JSON line per script. */
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { isSnapshotAsked } from "./closed-tree.ts";
import { runScript } from "./run-script.ts";
import { FILE_SCRIPTS } from "./scripts.ts";

if (!isSnapshotAsked()) await main();

async function main(): Promise<void> {
  const home = process.argv[2] ?? process.env.HOME ?? "/nowhere";
  const rung = process.argv[3] === "D" ? "D" : "A";
  const isKept = process.argv[4] === "kept";
  const only = process.argv[5];
  const isRoot = process.getuid?.() === 0;
  for (const script of FILE_SCRIPTS) {
    if (script.needsRoot === true && !isRoot) continue;
    if (only !== undefined && !new RegExp(only).test(script.name)) continue;
    const folder = mkdtempSync(join(home, "script-"));
    try {
      console.log(JSON.stringify(await runScript(folder, script, { rung, isKept })));
    } finally {
      // Closed directories are opened first, or an ordinary user could not remove them.
      spawnSync("chmod", ["-R", "u+rwX", folder], { stdio: "ignore" });
      spawnSync("rm", ["-rf", folder], { stdio: "ignore" });
    }
  }
}
