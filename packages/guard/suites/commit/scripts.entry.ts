/** Runs file scripts as the user who starts it, one JSON line each: home, kind, kept?, names. */
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { isSnapshotAsked } from "./closed-tree.ts";
import { runScript } from "./run-script.ts";
import { FILE_SCRIPTS } from "./scripts.ts";

if (!isSnapshotAsked()) await main(process.argv.slice(2));

async function main([home = "/nowhere", kind, kept, ...names]: readonly string[]): Promise<void> {
  const how = { kind: kind === "copy" ? "copy" : "overlay", isKept: kept === "kept" } as const;
  for (const script of FILE_SCRIPTS.filter(({ name }) => names.includes(name))) {
    const folder = mkdtempSync(join(home, "script-"));
    try {
      console.log(JSON.stringify(await runScript(folder, script, how)));
    } finally {
      // Closed directories are opened first, or an ordinary user could not remove them.
      spawnSync("chmod", ["-R", "u+rwX", folder], { stdio: "ignore" });
      spawnSync("rm", ["-rf", folder], { stdio: "ignore" });
    }
  }
}
