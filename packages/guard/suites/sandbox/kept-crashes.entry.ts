/**
 * Runs the kill points as the user who starts it, one JSON line each: home, kind, how many. It is
 * also the process that they kill: role, folder, kind, id, step.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { act, crashKept, isRole } from "./kept-crashes.ts";

const kindOf = (text: string | undefined) => (text === "copy" ? "copy" : "overlay");
const [first, second = "", third, id = "", stopAt = "-1"] = process.argv.slice(2);

if (isRole(first)) {
  await act(first, { folder: second, kind: kindOf(third) }, id, Number(stopAt));
} else {
  const home = mkdtempSync(join(first ?? "/nowhere", "crashes-"));
  try {
    for await (const result of crashKept(home, kindOf(second), Number(third))) {
      console.log(JSON.stringify(result));
    }
  } finally {
    spawnSync("rm", ["-rf", home], { stdio: "ignore" });
  }
}
